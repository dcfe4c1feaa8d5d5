package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;

import dev.goldenrod.client.ClientException;
import dev.goldenrod.server.testing.agents.FaultyConnections;
import dev.goldenrod.server.testing.agents.FaultyConnections.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;

/** Kills a server or its agent, or breaks the connection between them. */
@Tag("slow")
class AgentKillIT extends DatabaseKills {
  private static final List<Fault> QUICK = List.of(Fault.HALVE, Fault.DELAY, Fault.DUPLICATE);
  private static final int FAULTS = 5;
  private static final int LATEST_FAULT_MILLIS = 400;

  private ServerProcess agent;
  private FaultyConnections way;

  @Override
  ServerProcess startServer(String password) {
    int port = TestPorts.free();
    server =
        withRoom(ServerProcess.in(folder))
            .withVariable("GOLDENROD_PORT", Integer.toString(port))
            .with("--data-plane", "none")
            .start();
    way = FaultyConnections.to(port);
    String token =
        server.api().post("/v1/clusters", Map.of("name", "edge")).path("agent_token").asText();
    startAgent(token, password);
    return server;
  }

  private void startAgent(String token, String password) {
    try {
      Path home = Files.createDirectory(folder.resolve("agent"));
      Path file = Files.writeString(home.resolve("token"), token);
      agent = ServerProcess.in(home).asAgentOf(URI.create("http://127.0.0.1:" + way.port()), file);
      agent.putSecret("shop", password);
      agent.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  Path dataDir() {
    return agent.dataDir();
  }

  @Override
  void killAndStart() {
    switch (random.nextInt(4)) {
      case 0 -> {
        server.kill();
        server.start();
      }
      case 1 -> {
        agent.kill();
        agent.start();
      }
      case 2 -> {
        server.kill();
        agent.kill();
        server.start();
        agent.start();
      }
      default -> disturbAgainAndAgain();
    }
    await("the agent is there").until(this::isDatabaseReached);
  }

  private void disturbAgainAndAgain() {
    for (int fault = 0; fault < FAULTS; fault++) {
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LATEST_FAULT_MILLIS)).toNanos());
      way.strike(QUICK.get(random.nextInt(QUICK.size())));
    }
  }

  /** Reading a login requires a live request to the agent. */
  private boolean isDatabaseReached() {
    try {
      return server.api().get("/v1/databases/" + MAIN).path("url").isTextual();
    } catch (ClientException notYet) {
      return false;
    }
  }

  @Override
  void end() {
    agent.close();
    way.close();
    server.close();
  }
}
