package dev.goldenrod.e2e;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** The same through an agent in the cluster: the server itself reaches no API server. */
@Tag("simulated")
@Tag("slow")
class AgentOnKubernetesIT extends LaunchOnKubernetesIT {
  @Override
  ServerProcess startServer() throws IOException {
    return servers.startServerOfAgent("server");
  }
}
