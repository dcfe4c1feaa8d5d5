package dev.goldenrod.dataplane.k8s.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.source.SourceConnection;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImportManifestsTest {
  private static final UUID ID = UUID.fromString("6a7d3c0e-0000-4000-8000-000000000001");
  private static final long GIBIBYTE = 1L << 30;

  private static final PodImage IMAGE =
      new PodImage("registry.example/postgres:15", Optional.of("arm64"), Optional.of("pull"));

  @Test
  void the_state_of_an_import_is_in_a_secret() {
    ManifestFile.requireSame("import-secret", ImportManifests.secret(ID));
  }

  @Test
  void the_volume_belongs_to_the_secret() {
    ManifestFile.requireSame(
        "import-claim", ImportManifests.loadClaim(ID, owner(), "fast", 10 * GIBIBYTE));
  }

  @Test
  void the_pod_passes_the_restricted_standard_and_has_secrets_in_memory_only() {
    ManifestFile.requireSame("import-pod", ImportManifests.loadPod(ID, owner(), IMAGE));
  }

  @Test
  void the_pod_that_dumps_has_nothing_of_the_volume_that_is_filled() {
    ManifestFile.requireSame("import-dump-pod", ImportManifests.dumpPod(ID, owner(), IMAGE));
  }

  @Test
  void no_pod_of_an_import_connects_anywhere() {
    ManifestFile.requireSame("import-isolation", ImportManifests.isolation(ID, owner()));
  }

  @Test
  void the_pod_that_dumps_connects_to_the_sources_port_the_engines_and_the_names_service() {
    ManifestFile.requireSame(
        "import-dump-policy", ImportManifests.dumpPolicy(ID, owner(), source("db.example"), 5432));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.1.2.3", "fd00::1"})
  void a_source_that_is_named_by_its_address_needs_no_names_service(String host) {
    assertThat(ImportManifests.dumpPolicy(ID, owner(), source(host), 5432).toString())
        .contains("6432")
        .doesNotContain("UDP");
  }

  @Test
  void the_snapshot_is_of_the_volume() {
    ManifestFile.requireSame("import-snapshot", ImportManifests.snapshot(ID, owner(), "snapshots"));
  }

  @Test
  void the_volume_has_room_for_more_than_the_source_has() {
    assertThat(ImportManifests.size(0)).isEqualTo(Quantity.fromString("2Gi"));
    assertThat(ImportManifests.size(1)).isEqualTo(Quantity.fromString("3Gi"));
    assertThat(ImportManifests.size(100 * GIBIBYTE)).isEqualTo(Quantity.fromString("132Gi"));
  }

  private static SourceConnection source(String host) {
    return new SourceConnection(host, 6432, "shop", "reader", "", "source");
  }

  private static V1Secret owner() {
    V1Secret secret = ImportManifests.secret(ID);
    secret.getMetadata().uid("5b0c");
    return secret;
  }
}
