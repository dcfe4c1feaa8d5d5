package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Settings;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.remote.agent.Agent;
import dev.goldenrod.dataplane.remote.agent.AgentSetup;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.member.Actor;
import dev.goldenrod.server.testing.agents.FaultyConnections;
import dev.goldenrod.server.testing.agents.FaultyConnections.Fault;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Network faults between an agent and its server have no lasting effect. */
@Tag("slow")
class AgentFaultsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final int ROUNDS = 3;
  private static final int LATEST_MILLIS = 200;

  private final FakeDataPlane plane = new FakeDataPlane("far");
  private final ControlPlane control =
      ControlPlane.builder()
          .store(new InMemoryStore())
          .settings(new Settings(100, 100, 100, Duration.ofSeconds(2)))
          .build()
          .start();
  private final Actor admin = control.admin();
  private AgentHost host;
  private HttpApi server;
  private FaultyConnections way;
  private Agent agent;
  private UUID cluster;

  @BeforeEach
  void connect() {
    var edge = control.clusters().create(admin, "edge");
    cluster = edge.cluster().id();
    host = new AgentHost(control.agents(), "of the test");
    server = HttpApi.create(control).acceptAgents(host).start("127.0.0.1", 0);
    way = FaultyConnections.to(server.port());
    URI address = URI.create("http://127.0.0.1:" + way.port());
    agent =
        Agent.start(
            plane,
            new AgentSetup(List.of(address), edge::agentToken, "fake", "of the test", line -> {}));
    awaitOnline();
  }

  @AfterEach
  void end() {
    agent.close();
    way.close();
    server.close();
    host.close();
    control.close();
  }

  @ParameterizedTest
  @EnumSource
  void what_is_asked_for_meanwhile_is_there_once_and_nothing_else(Fault fault) {
    for (int round = 0; round < rounds(fault); round++) {
      create("db-%d-a".formatted(round));
      LockSupport.parkNanos(
          Duration.ofMillis(ThreadLocalRandom.current().nextInt(LATEST_MILLIS)).toNanos());
      way.strike(fault);
      create("db-%d-b".formatted(round));
      control.databases().delete(admin, "db-%d-a".formatted(round), false);
      awaitRest();
    }

    awaitOnline();
    List<Database> databases = control.databases().list(admin);
    assertThat(databases).hasSize(rounds(fault));
    assertThat(plane.inventory().databases())
        .isEqualTo(databases.stream().map(Database::id).collect(Collectors.toSet()));
    assertThat(control.databases().credentials(admin, databases.get(0)).password()).isNotEmpty();
  }

  /** Runs DROP once, because a silent connection is only detected after twenty seconds. */
  private static int rounds(Fault fault) {
    return fault == Fault.DROP ? 1 : ROUNDS;
  }

  private void create(String name) {
    control
        .databases()
        .create(
            admin,
            new Databases.Create(name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
  }

  private void awaitRest() {
    Awaitility.await("all databases run or are gone")
        .atMost(PATIENCE)
        .until(
            () ->
                control.databases().list(admin).stream()
                    .allMatch(one -> one.phase() == DatabasePhase.RUNNING));
  }

  private void awaitOnline() {
    Awaitility.await("the agent is there")
        .atMost(PATIENCE)
        .until(() -> control.clusters().isOnline(control.clusters().find(admin, cluster)));
  }
}
