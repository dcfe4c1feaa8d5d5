package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.cluster.DataPlaneRelease;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.port.AgentRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Data planes that agents connect with their clusters' tokens. */
class AgentsTest extends SeveralDataPlanesFixture {
  private final FakeDataPlane far = new FakeDataPlane("far");
  private final Clusters.Created edge = control.clusters().create(admin, "edge");

  private Cluster arrive(ControlPlane at, FakeDataPlane plane) {
    Cluster cluster = at.agents().clusterOf(edge.agentToken()).orElseThrow();
    at.agents().attach(cluster, plane);
    return at.clusters().find(at.admin(), cluster.id());
  }

  @Test
  void an_agents_data_plane_is_that_of_the_cluster_whose_token_it_has() {
    assertThat(control.agents().clusterOf("grt_unknown")).isEmpty();

    Cluster attached = arrive(control, far);

    assertThat(attached.id()).isEqualTo(edge.cluster().id());
    assertThat(attached.kind()).isEqualTo(ClusterKind.AGENT);
    assertThat(attached.identity()).isEqualTo("far");
    assertThat(control.clusters().isOnline(attached)).isTrue();
  }

  @Test
  void a_cluster_is_offline_as_soon_as_its_last_agent_left() {
    importInto(here, "shop");
    arrive(control, far);
    settle();
    assertThat(isEdgeOnline(control)).isTrue();

    control.agents().detach(far);

    assertThat(isEdgeOnline(control)).isFalse();
    Database waiting =
        control
            .databases()
            .create(
                admin,
                new Databases.Create(
                    "db", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, "edge"));
    assertThat(waiting.status().message()).isEqualTo(OFFLINE);

    arrive(control, far);
    settle();
    assertThat(isEdgeOnline(control)).isTrue();
    assertThat(control.databases().find(admin, "db").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void an_agents_schema_that_can_hold_commands_of_a_client_begins_with_a_warning() {
    arrive(control, far);
    control
        .databases()
        .create(
            admin,
            new Databases.Create(
                "db", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, "edge"));
    settle();
    control.databases().branch(admin, "db", new Databases.Branch("trial", ""));
    settle();
    assertThat(written("db", "CREATE TABLE a ()")).isEqualTo("CREATE TABLE a ()");

    assertThat(written("db", "SELECT 1;\n\\! id\n"))
        .startsWith(
            "-- WARNING: this script comes from the agent of cluster 'edge'. Line 4 may contain")
        .endsWith("\nSELECT 1;\n\\! id\n");
    assertThat(written("db", "\uFEFFsystem id\n")).contains("Line 3 may contain");
    assertThat(written("db", "select 1; load/**/data local/**/infile '/etc/passwd'"))
        .contains("Line 3 may contain");
    assertThat(written("trial", " Source /home/ann/x;")).contains("Line 3 may contain");
    assertThat(control.schemas().changes(admin, "trial").join())
        .startsWith("-- WARNING: ")
        .contains("\n Source /home/ann/x;");
  }

  private String written(String database, String text) {
    Database written = control.databases().find(admin, database);
    far.write(control.databases().credentials(admin, written), text);
    return control.schemas().ddl(admin, database).join();
  }

  @Test
  void a_cluster_stays_online_while_another_server_has_its_agent() {
    try (ControlPlane other = build()) {
      arrive(control, far);
      arrive(other, far);
      control.agents().detach(far);
      other.runDueOnce();

      assertThat(isEdgeOnline(control)).isTrue();
    }
  }

  private boolean isEdgeOnline(ControlPlane at) {
    return at.clusters().isOnline(at.clusters().find(at.admin(), edge.cluster().id()));
  }

  @Test
  void a_cluster_is_its_first_data_planes_for_good() {
    arrive(control, far);
    control.agents().detach(far);

    FakeDataPlane stranger = new FakeDataPlane("stranger");
    assertThatThrownBy(() -> arrive(control, stranger))
        .isInstanceOf(AgentRefusedException.class)
        .hasMessageContainingAll("edge", "data plane stranger");

    assertThat(stranger.claimedBy()).isEmpty();
    assertThat(arrive(control, far).identity()).isEqualTo("far");
  }

  @Test
  void a_data_plane_of_another_cluster_is_refused() {
    assertThatThrownBy(() -> arrive(control, there))
        .isInstanceOf(AgentRefusedException.class)
        .hasMessageContainingAll("data plane there", "'there'");

    Cluster untouched = control.clusters().find(admin, edge.cluster().id());
    assertThat(untouched).isEqualTo(edge.cluster());
    assertThat(control.clusters().isOnline(untouched)).isFalse();
  }

  @Test
  void an_agents_data_plane_is_not_attached_as_a_servers_own() {
    arrive(control, far);
    control.agents().detach(far);

    assertRefused(ErrorCode.CONFLICT, () -> control.attach(far));

    clock.advance(Cluster.ONLINE_FOR);
    assertThat(control.clusters().isOnline(control.clusters().find(admin, edge.cluster().id())))
        .isFalse();
  }

  @Test
  void one_that_comes_back_goes_on_with_what_it_has_and_none_of_it_is_an_orphan() {
    arrive(control, far);
    control.detach(here);
    control.detach(there);
    clock.advance(Cluster.ONLINE_FOR);
    register("shop");
    UUID kept = launchSettled("shop").id();
    assertThat(databasesOf(far)).containsExactly(kept);

    control.agents().detach(far);
    clock.advance(Cluster.ONLINE_FOR);
    settle();
    FakeDataPlane back = far.restarted();
    arrive(control, back);
    settle();

    Instance instance = find(kept);
    assertThat(instance.phase()).isEqualTo(InstancePhase.READY);
    assertThat(control.instances().credentials(admin, kept).password()).isNotEmpty();
    assertThat(control.orphans().list(admin)).isEmpty();
    assertThat(databasesOf(back)).containsExactly(kept);
  }

  @Test
  void an_older_store_is_refused() {
    Cluster cluster = arrive(control, far);
    control.agents().detach(far);
    StoreMark kept = far.claimedBy().orElseThrow();
    StoreMark later =
        new StoreMark(
            kept.owner(),
            kept.number() + 1,
            UUID.randomUUID(),
            Instant.parse("2027-01-01T00:00:00Z"));
    assertThat(far.claim(far.claimedBy(), later)).isTrue();

    assertThatThrownBy(() -> control.agents().attach(cluster, far))
        .isInstanceOf(OlderStoreException.class)
        .hasMessageContaining("data plane far");
    assertThat(far.claimedBy()).contains(later);
  }

  @Test
  void another_token_ends_the_one_before_and_its_connection() {
    Cluster before = arrive(control, far);

    String token = control.clusters().renewToken(admin, before.id());

    assertClosed(far);
    assertThat(control.agents().clusterOf(edge.agentToken())).isEmpty();
    assertThatThrownBy(() -> control.agents().attach(before, far.restarted()))
        .isInstanceOf(AgentRefusedException.class)
        .hasMessageContaining("has a new token");
    Cluster after = control.agents().clusterOf(token).orElseThrow();
    FakeDataPlane back = far.restarted();
    control.agents().attach(after, back);
    settle();
    assertThat(back.inventory().databases()).isEmpty();
    assertThat(after.identity()).isEqualTo("far");
    assertThat(control.auditLog().list(admin, 100, null))
        .extracting(AuditEvent::action)
        .contains("cluster.token.renewed");
  }

  @Test
  void other_servers_of_the_store_end_the_connection_soon() {
    try (ControlPlane other = other()) {
      Cluster cluster = arrive(other, far);
      other.runDueOnce();
      far.inventory();

      control.clusters().renewToken(admin, cluster.id());
      other.runDueOnce();

      assertClosed(far);
      clock.advance(Cluster.ONLINE_FOR);
      assertThat(other.clusters().isOnline(other.clusters().find(admin, cluster.id()))).isFalse();
    }
  }

  @Test
  void a_cluster_that_is_deleted_has_no_agent_at_any_server() {
    try (ControlPlane other = other()) {
      Cluster cluster = arrive(other, far);
      control.clusters().delete(admin, cluster.id());
      other.runDueOnce();
      assertClosed(far);
      assertThatThrownBy(() -> other.agents().attach(cluster, far.restarted()))
          .isInstanceOf(AgentRefusedException.class)
          .hasMessageContaining("deleted");
    }
    assertThat(control.agents().clusterOf(edge.agentToken())).isEmpty();
  }

  @Test
  void a_cluster_that_is_deleted_loses_its_agent_at_once() {
    Cluster cluster = arrive(control, far);
    control.clusters().delete(admin, cluster.id());
    assertClosed(far);
    assertThat(control.clusters().isOnline(edge.cluster())).isFalse();
  }

  @Test
  void a_servers_own_cluster_has_no_token() {
    Cluster own = control.clusters().list(admin).get(0);
    assertRefused(ErrorCode.CONFLICT, () -> control.clusters().renewToken(admin, own.id()));
    assertRefused(
        ErrorCode.NOT_FOUND, () -> control.clusters().renewToken(admin, UUID.randomUUID()));
    assertThat(here.inventory().databases()).isEmpty();
  }

  @Test
  void what_a_data_plane_is_stays_known_at_every_server_while_its_agent_is_away() {
    assertThat(edge.cluster().dataPlane()).isEqualTo(DataPlaneRelease.UNKNOWN);
    DataPlaneRelease old = new DataPlaneRelease(DataPlaneKind.KUBERNETES, "1.2");
    far.tellRelease(old);
    Cluster cluster = arrive(control, far);
    assertThat(cluster.dataPlane()).isEqualTo(old);

    control.agents().detach(far);
    control.clusters().renewToken(admin, cluster.id());
    try (ControlPlane other = other()) {
      assertThat(other.clusters().find(admin, cluster.id()).dataPlane()).isEqualTo(old);
    }
  }

  @Test
  void what_a_data_plane_is_follows_its_agents_releases() {
    far.tellRelease(new DataPlaneRelease(DataPlaneKind.LOCAL, "1.2"));
    arrive(control, far);
    DataPlaneRelease next = new DataPlaneRelease(DataPlaneKind.LOCAL, "1.3");
    FakeDataPlane upgraded = far.restarted();
    upgraded.tellRelease(next);
    assertThat(arrive(control, upgraded).dataPlane()).isEqualTo(next);
  }

  @Test
  void a_servers_own_data_plane_is_of_the_servers_release() {
    for (String release : List.of("2.0", "2.1")) {
      here.tellRelease(DataPlaneRelease.LOCAL);
      try (ControlPlane server =
          ControlPlane.builder().store(store).clock(clock).release(release).build()) {
        Cluster attached = server.attach(here);
        assertThat(attached.dataPlane())
            .isEqualTo(new DataPlaneRelease(DataPlaneKind.LOCAL, release));
        assertThat(control.clusters().find(admin, attached.id()).dataPlane())
            .isEqualTo(attached.dataPlane());
      }
    }
  }

  private ControlPlane other() {
    return ControlPlane.builder().store(store).clock(clock).build();
  }

  private static void assertClosed(FakeDataPlane plane) {
    assertThatThrownBy(plane::inventory)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("is closed");
  }
}
