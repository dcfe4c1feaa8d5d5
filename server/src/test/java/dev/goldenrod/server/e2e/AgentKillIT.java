package dev.goldenrod.server.e2e;

import static dev.goldenrod.server.e2e.Waiting.await;

import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.server.client.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** A server, its agent, or the connection between them comes to a sudden end. */
class AgentKillIT extends DatabaseKills {
  private static final int CUTS = 5;
  private static final int LATEST_CUT_MILLIS = 400;

  private ServerProcess agent;
  private CutConnections way;

  @Override
  ServerProcess startServer(String password) {
    int port = Ports.anyFree();
    server =
        withRoom(ServerProcess.in(folder))
            .withVariable("GOLDENROD_PORT", Integer.toString(port))
            .with("--data-plane", "none")
            .start();
    way = CutConnections.to(port);
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
      default -> cutAgainAndAgain();
    }
    await("the agent is there").until(this::isDatabaseReached);
  }

  private void cutAgainAndAgain() {
    for (int cut = 0; cut < CUTS; cut++) {
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(LATEST_CUT_MILLIS)).toNanos());
      way.cutInTheMiddle();
    }
  }

  /** Its login is asked for live. */
  private boolean isDatabaseReached() {
    try {
      return server.api().get("/v1/databases/" + MAIN).path("url").isTextual();
    } catch (ApiException notYet) {
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
