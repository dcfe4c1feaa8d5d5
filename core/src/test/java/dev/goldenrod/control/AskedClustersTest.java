package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.pool.PoolState;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import dev.goldenrod.testing.FakeDataPlane;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Imports, clones and databases are made in the cluster that is asked for. */
class AskedClustersTest extends SeveralDataPlanesFixture {
  private static final String THERE_ARE = "' does not exist; there are 'here', 'there'";

  @Test
  void an_import_runs_in_the_cluster_that_its_source_names_and_its_clones_with_it() {
    ImportJob job = importOf(source("there"), "");

    assertThat(nameOf(job.clusterId())).hasValue("there");
    assertThat(control.imports().find(admin, job.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(there.inventory().handles()).hasSize(1);
    assertThat(here.inventory().handles()).isEmpty();
    assertThat(nameOf(launchSettled("crm").clusterId())).hasValue("there");
  }

  @Test
  void an_import_waits_for_the_cluster_of_its_source_and_goes_to_no_other() {
    Source source = source("there");
    detachForGood(there);

    ImportJob job = importOf(source, "");
    assertThat(nameOf(job.clusterId())).hasValue("there");
    assertThat(control.imports().find(admin, job.id()).phase()).isEqualTo(ImportPhase.PENDING);

    control.attach(there);
    settle();
    assertThat(control.imports().find(admin, job.id()).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(here.inventory().handles()).isEmpty();
  }

  @Test
  void an_import_of_a_source_that_names_none_runs_in_the_first_one_online() {
    assertThat(nameOf(importOf(source(null), "").clusterId())).hasValue("here");
    detachForGood(here);
    assertThat(nameOf(importOf(source(null), "").clusterId())).hasValue("there");
  }

  @Test
  void an_import_that_asks_for_a_cluster_itself_runs_in_that_one() {
    assertThat(nameOf(importOf(source("here"), "there").clusterId())).hasValue("there");
  }

  @Test
  void a_source_keeps_the_name_of_the_cluster_that_it_is_given_by_its_id() {
    Source source = source(idOf("there").toString());

    assertThat(source.cluster()).isEqualTo("there");
    assertThat(control.sources().list(admin)).containsExactly(source);
    assertThat(source.config()).containsEntry("host", "db").containsEntry("cluster", "there");
  }

  @Test
  void a_source_names_one_cluster() {
    Sources.Create there = command("there");

    assertThat(there.inCluster("")).isEqualTo(there);
    assertThat(there.inCluster("there")).isEqualTo(there);
    assertThat(command(null).inCluster("there")).isEqualTo(there);
    assertInvalid(
        "cluster 'here' is not the one of config, 'there'", () -> there.inCluster("here"));
  }

  @Test
  void a_cluster_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
    register("shop");
    String nowhere = "cluster 'nowhere" + THERE_ARE;

    assertInvalid(nowhere, () -> source("nowhere"));
    assertInvalid(nowhere, () -> importOf(source("here"), "nowhere"));
    assertInvalid(nowhere, () -> create("db", "nowhere"));
    assertInvalid(
        nowhere, () -> control.instances().launch(admin, launchOf("shop").inCluster("nowhere")));
    assertThat(control.sources().list(admin)).hasSize(1);
    assertThat(control.databases().list(admin)).isEmpty();
    assertThat(control.instances().list(admin)).isEmpty();
  }

  @Test
  void an_import_of_a_source_whose_cluster_was_deleted_says_so() {
    Cluster edge = control.clusters().create(admin, "edge").cluster();
    Source source = source("edge");
    control.clusters().delete(admin, edge.id());

    assertInvalid("cluster 'edge" + THERE_ARE, () -> importOf(source, ""));
    assertThat(nameOf(importOf(source, "here").clusterId())).hasValue("here");
    assertThat(control.goldens().list(admin)).hasSize(1);
  }

  @Test
  void a_database_lives_in_the_cluster_that_is_asked_for_also_when_it_has_to_wait_for_it() {
    assertThat(nameOf(create("first", "").clusterId())).hasValue("here");
    Database second = create("second", "there");
    settle();
    assertThat(databasesOf(there)).containsExactly(second.id());

    detachForGood(there);
    Database third = create("third", idOf("there").toString());
    assertThat(third.phase()).isEqualTo(DatabasePhase.PROVISIONING);
    assertThat(third.status().message()).isEqualTo(OFFLINE);
    control.attach(there);
    settle();
    assertThat(databasesOf(there)).containsExactlyInAnyOrder(second.id(), third.id());
  }

  @Test
  void a_branch_stays_with_its_parent() {
    create("main", "there");
    settle();
    UUID snapshot = control.snapshots().take(admin, "main", new Snapshots.Take("first", "")).id();
    settle();
    Databases databases = control.databases();
    String refused =
        "cluster 'here' cannot have a branch of database 'main': the data is in 'there'";

    Databases.Branch here = new Databases.Branch("next", "", "here");
    assertInvalid(refused, () -> databases.branch(admin, "main", here));
    assertInvalid(refused, () -> databases.branch(admin, snapshot, here));
    Databases.Branch nowhere = new Databases.Branch("next", "", "nowhere");
    assertInvalid("cluster 'nowhere" + THERE_ARE, () -> databases.branch(admin, "main", nowhere));

    Databases.Branch there = new Databases.Branch("next", "", "there");
    assertThat(nameOf(databases.branch(admin, "main", there).clusterId())).hasValue("there");
    Databases.Branch any = new Databases.Branch("other", "");
    assertThat(nameOf(databases.branch(admin, snapshot, any).clusterId())).hasValue("there");
  }

  @Test
  void a_launch_can_ask_for_no_cluster_without_the_data() {
    importOf(source("there"), "");
    Instances.Launch crm = launchOf("crm");

    assertInvalid(
        "cluster 'here' cannot have a clone of golden 'crm', version 1: the data is in 'there'",
        () -> control.instances().launch(admin, crm.inCluster("here")));
    Instance there = control.instances().launch(admin, crm.inCluster("there"));
    assertThat(nameOf(there.clusterId())).hasValue("there");
  }

  @Test
  void a_launch_of_what_any_cluster_has_goes_where_it_is_asked_for_past_warm_clones_elsewhere() {
    register("shop");
    UUID pool = pool("shop", 1);
    assertThat(control.pools().find(admin, pool).clusterId()).isEqualTo(idOf("here"));

    Instance made = control.instances().launch(admin, launchOf("shop").inCluster("there"));
    assertThat(made.phase()).isEqualTo(InstancePhase.PENDING);
    assertThat(nameOf(made.clusterId())).hasValue("there");
    Instance claimed = control.instances().launch(admin, launchOf("shop").inCluster("here"));
    assertThat(claimed.phase()).isEqualTo(InstancePhase.READY);
  }

  @Test
  void a_pool_tells_the_cluster_that_holds_its_data_before_it_has_a_clone() {
    importOf(source("there"), "");
    detachForGood(there);

    UUID pool = pool("crm", 1);

    assertThat(control.pools().find(admin, pool).ready()).isZero();
    assertThat(control.pools().find(admin, pool).clusterId()).isEqualTo(idOf("there"));
  }

  @Test
  void a_pool_keeps_its_clones_in_the_cluster_that_it_asks_for_and_in_no_other() {
    register("shop");
    PoolState pool = control.pools().create(admin, poolOf("shop", "there"));
    settle();

    assertThat(control.pools().find(admin, pool.pool().id()).ready()).isOne();
    assertThat(nameOf(control.pools().find(admin, pool.pool().id()).clusterId())).hasValue("there");
    assertThat(databasesOf(there)).hasSize(1);
    detachForGood(there);
    assertThat(databasesOf(here)).isEmpty();
    assertInvalid(
        "cluster 'nowhere" + THERE_ARE,
        () -> control.pools().create(admin, poolOf("shop", "nowhere")));
  }

  @Test
  void a_pool_is_refused_where_the_data_is_not_and_says_so_when_a_later_version_is_elsewhere() {
    importOf(source("there"), "");
    assertInvalid(
        "cluster 'here' cannot have a pool of golden 'crm', version 1: the data is in 'there'",
        () -> control.pools().create(admin, poolOf("crm", "here")));
    UUID pool = control.pools().create(admin, poolOf("crm", "there")).pool().id();
    settle();

    importOf(source("here"), "");

    assertThat(control.pools().find(admin, pool).pool().health().message())
        .isEqualTo("the pool's cluster does not have golden 'crm'; make the pool anew where it is");
    assertThat(databasesOf(here)).isEmpty();
  }

  private static Pools.Create poolOf(String golden, String cluster) {
    return new Pools.Create(golden, 0, InstanceSize.SMALL, 1, cluster);
  }

  @Test
  void what_a_deleted_cluster_held_is_cloned_in_no_other() {
    Cluster edge = control.clusters().create(admin, "edge").cluster();
    FakeDataPlane plane = new FakeDataPlane("edge");
    control.agents().attach(edge, plane);
    importOf(source("edge"), "");
    UUID pool = pool("crm", 1);
    control.pools().resize(admin, pool, 0);
    settle();
    control.clusters().delete(admin, edge.id());

    assertInvalid(
        "golden 'crm', version 1, was in a cluster that is deleted; import it again",
        () -> control.instances().launch(admin, launchOf("crm")));
    control.pools().resize(admin, pool, 1);
    settle();
    assertThat(control.pools().find(admin, pool).pool().health().message())
        .isEqualTo("no cluster has golden 'crm' any more");

    importOf(source("here"), "");
    assertThat(nameOf(launchSettled("crm").clusterId())).hasValue("here");
    assertThat(control.pools().find(admin, pool).ready()).isOne();
  }

  @Test
  void clusters_are_counted_and_named_without_being_asked() {
    Cluster edge = control.clusters().create(admin, "edge").cluster();
    assertThat(control.clusters().count()).contains(new Clusters.Counts(2, 1));
    assertThat(nameOf(edge.id())).hasValue("edge");

    control.clusters().delete(admin, edge.id());
    detachForGood(there);
    here.goOffline();
    assertThat(control.clusters().count()).contains(new Clusters.Counts(1, 1));
    assertThat(nameOf(edge.id())).isEmpty();
    assertThat(control.clusters().name(admin.orgId(), null)).isEmpty();
  }

  private static void assertInvalid(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ControlPlaneException.class).hasMessage(message);
  }

  private Optional<String> nameOf(UUID clusterId) {
    return control.clusters().name(admin.orgId(), clusterId);
  }

  private UUID idOf(String name) {
    return control.clusters().list(admin).stream()
        .filter(cluster -> cluster.name().equals(name))
        .map(Cluster::id)
        .findFirst()
        .orElseThrow();
  }

  private static Sources.Create command(@Nullable String cluster) {
    Map<String, @Nullable Object> config = new HashMap<>(Map.of("host", "db", "dbname", "crm"));
    if (cluster != null) {
      config.put("cluster", cluster);
    }
    return new Sources.Create(SourceKind.RDS, config, "credentials");
  }

  private Source source(@Nullable String cluster) {
    return control.sources().create(admin, command(cluster));
  }

  private ImportJob importOf(Source source, String cluster) {
    ImportJob job =
        control.imports().start(admin, new Imports.Start(source.id(), "crm", null, cluster));
    settle();
    return job;
  }

  private static Instances.Launch launchOf(String golden) {
    return Instances.Launch.latest(golden, Ttl.parse("8h"));
  }

  private Database create(String name, String cluster) {
    return control
        .databases()
        .create(
            admin,
            new Databases.Create(
                name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, cluster));
  }
}
