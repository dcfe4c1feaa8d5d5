package dev.goldenrod.e2e;

import java.io.IOException;
import org.junit.jupiter.api.Tag;

/** Runs {@link LaunchOnKubernetesIT} with a server that reaches the cluster through an agent. */
@Tag("simulated")
@Tag("slow")
class AgentOnKubernetesIT extends LaunchOnKubernetesIT {
  @Override
  ServerProcess startServer() throws IOException {
    return servers.startServerOfAgent("server");
  }
}
