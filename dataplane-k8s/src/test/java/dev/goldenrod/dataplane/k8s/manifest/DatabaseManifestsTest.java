package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.engine.DatabaseInfo;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DatabaseManifestsTest {
  private static final UUID ID = UUID.fromString("6a7d3c0e-0000-4000-8000-000000000001");
  private static final DatabaseNames NAMES = new DatabaseNames(ID);
  private static final Resources RESOURCES = new Resources(512, 5120, 1000);

  @Test
  void the_configuration_and_the_scripts_are_in_a_config_map() {
    ManifestFile.requireSame("database-configuration", manifests(RESOURCES).configuration());
  }

  @Test
  void a_running_database_is_a_set_of_one_pod_of_the_restricted_standard() {
    ManifestFile.requireSame("database-running", manifests(RESOURCES).statefulSet(true));
  }

  @Test
  void a_stopped_database_without_limits_has_no_pod() {
    ManifestFile.requireSame(
        "database-stopped", manifests(new Resources(256, 0, 0)).statefulSet(false));
  }

  @Test
  void no_drain_ends_a_database_to_keep() {
    ManifestFile.requireSame("database-disruption-budget", manifests(RESOURCES).disruptionBudget());
  }

  @Test
  void clients_reach_the_port_and_the_server_reaches_nobody() {
    ManifestFile.requireSame("database-network-policy", manifests(RESOURCES).networkPolicy());
  }

  @Test
  void the_service_leads_to_the_database_and_goes_with_it() {
    ManifestFile.requireSame(
        "database-service",
        EndpointManifests.service(
            NAMES.service(), ID, "postgresql", 5432, ServiceType.NODE_PORT, owner()));
  }

  @Test
  void the_volume_is_made_of_a_snapshot() {
    ManifestFile.requireSame(
        "database-claim",
        PodParts.claim(
            metadata().addOwnerReferencesItem(owner()),
            Optional.of("fast"),
            PodParts.mebibytes(5120),
            Optional.of(NAMES.ofGeneration(2))));
  }

  @Test
  void a_handle_becomes_a_snapshot_that_the_drivers_own_outlives() {
    ManifestFile.requireSame(
        "database-content",
        SnapshotManifests.content(
            metadata(), "handle-7", "driver.example", "snapshots", "dbs", NAMES.ofGeneration(2)));
    ManifestFile.requireSame(
        "database-snapshot",
        SnapshotManifests.ofContent(
            metadata().addOwnerReferencesItem(owner()), NAMES.ofGeneration(2), "snapshots"));
  }

  @Test
  void a_server_with_tls_has_the_certificate_of_its_secret() {
    ManifestFile.requireSame("database-with-tls", manifests(RESOURCES, true).statefulSet(true));
  }

  private static DatabaseManifests manifests(Resources resources) {
    return manifests(resources, false);
  }

  private static DatabaseManifests manifests(Resources resources, boolean hasTls) {
    return new DatabaseManifests(
        NAMES,
        2,
        new DatabaseInfo("postgresql", "15", "app", "goldenrod", Map.of()),
        resources,
        new PodImage("registry.example/postgres:15", Optional.of("arm64"), Optional.of("pull")),
        false,
        hasTls,
        new ServerScript(
            Map.of("postgresql.conf", "port = '5432'\n", "start.sh", "exec \"$@\"\n"),
            List.of("postgres", "-D", "/goldenrod/volume/data"),
            List.of("pg_isready", "-q")),
        5432,
        owner());
  }

  private static V1ObjectMeta metadata() {
    return new V1ObjectMeta().name(NAMES.ofGeneration(2)).labels(Labels.of(Labels.DATABASE, ID));
  }

  private static V1OwnerReference owner() {
    V1Secret secret = new V1Secret().metadata(new V1ObjectMeta().name(NAMES.root()).uid("5b0c"));
    return PodParts.ownedBy(secret);
  }
}
