package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.source.Source;
import dev.goldenrod.testing.FakeDataPlane;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Imports, clones and databases are created in the requested cluster. */
class RequestedClusterTest extends RequestedClusterFixture {
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
        "cluster 'here' differs from config.cluster, 'there'", () -> there.inCluster("here"));
  }

  @Test
  void a_cluster_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
    register("shop");
    String nowhere = "cluster 'nowhere" + EXISTING_CLUSTERS;

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

    assertInvalid("cluster 'edge" + EXISTING_CLUSTERS, () -> importOf(source, ""));
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
        "cluster 'here' cannot hold a branch of database 'main': the data is in 'there'";

    Databases.Branch here = new Databases.Branch("next", "", "here");
    assertInvalid(refused, () -> databases.branch(admin, "main", here));
    assertInvalid(refused, () -> databases.branch(admin, snapshot, here));
    Databases.Branch nowhere = new Databases.Branch("next", "", "nowhere");
    assertInvalid(
        "cluster 'nowhere" + EXISTING_CLUSTERS, () -> databases.branch(admin, "main", nowhere));

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
        "cluster 'here' cannot hold a clone of golden 'crm', version 1: the data is in 'there'",
        () -> control.instances().launch(admin, crm.inCluster("here")));
    assertInvalid(
        "cluster 'here' cannot hold a database copy of golden 'crm', version 1: the data is in 'there'",
        () -> control.databases().create(admin, copyOfCrm("here")));
    Instance there = control.instances().launch(admin, crm.inCluster("there"));
    assertThat(nameOf(there.clusterId())).hasValue("there");
  }

  @Test
  void a_database_of_a_golden_lives_where_the_data_is() {
    importOf(source("there"), "");
    assertThat(nameOf(control.databases().create(admin, copyOfCrm("")).clusterId()))
        .hasValue("there");
  }

  private static DatabaseCopy copyOfCrm(String cluster) {
    DatabaseConfig usual = DatabaseConfig.DEFAULT;
    return new DatabaseCopy(
        "shop", "crm", 0, usual.memory(), usual.storage(), usual.cpu(), cluster);
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
        "golden 'crm', version 1, was in a cluster that was deleted; import it again",
        () -> control.instances().launch(admin, launchOf("crm")));
    control.pools().resize(admin, pool, 1);
    settle();
    assertThat(control.pools().find(admin, pool).pool().health().message())
        .isEqualTo("no cluster holds golden 'crm' any longer");

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

  private Database create(String name, String cluster) {
    return control
        .databases()
        .create(
            admin,
            new Databases.Create(
                name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, cluster));
  }
}
