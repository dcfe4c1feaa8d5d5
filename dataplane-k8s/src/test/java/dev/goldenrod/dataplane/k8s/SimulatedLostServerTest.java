package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.InMemoryStore;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A control plane and its clients while the cluster's API server is unavailable. */
@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedLostServerTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private final InMemoryStore store = new InMemoryStore();
  private SimulatedNamespace namespace;
  private KubernetesDataPlane plane;
  private ControlPlane control;
  private Actor admin;
  private Databases databases;

  @BeforeEach
  void start() {
    namespace = SimulatedNamespace.start("lost");
    plane = namespace.connect();
    control = ControlPlane.builder().store(store).dataPlane(plane).build();
    control.start();
    admin = control.admin();
    databases = control.databases();
  }

  @AfterEach
  void stop() {
    control.close();
    plane.close();
    namespace.close();
  }

  @Test
  void callers_are_answered_meanwhile_and_what_they_asked_for_is_done_afterwards() {
    create("before");
    Database before = databases.awaitRunning(admin, "before", LONG);

    namespace.cluster().refuseConnections();
    await(() -> plane.unreachable().isPresent());
    Database meanwhile = databases.awaitProvisioned(create("meanwhile"), LONG).join();

    assertThat(meanwhile.phase()).isEqualTo(DatabasePhase.PROVISIONING);
    assertThat(meanwhile.status().message()).contains("API server cannot be reached");
    assertThatThrownBy(() -> databases.credentials(admin, before))
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.DATA_PLANE_UNREACHABLE));
    assertThat(databases.find(admin, "before").phase()).isEqualTo(DatabasePhase.RUNNING);

    namespace.cluster().acceptConnections();
    Database afterwards = databases.awaitRunning(admin, "meanwhile", LONG);
    assertThat(databases.credentials(admin, afterwards).password()).isNotEmpty();
    assertThat(databases.credentials(admin, before).password()).isNotEmpty();
  }

  private Database create(String name) {
    return databases.create(
        admin, new Databases.Create(name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(LONG).until(condition);
  }
}
