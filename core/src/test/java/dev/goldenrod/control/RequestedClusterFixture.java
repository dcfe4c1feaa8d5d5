package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Requests that name a cluster. */
abstract class RequestedClusterFixture extends SeveralDataPlanesFixture {
  static final String EXISTING_CLUSTERS = "' does not exist; the clusters are 'here', 'there'";

  static void assertInvalid(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ControlPlaneException.class).hasMessage(message);
  }

  final Optional<String> nameOf(UUID clusterId) {
    return control.clusters().name(admin.orgId(), clusterId);
  }

  final UUID idOf(String name) {
    return control.clusters().list(admin).stream()
        .filter(cluster -> cluster.name().equals(name))
        .map(Cluster::id)
        .findFirst()
        .orElseThrow();
  }

  static Sources.Create command(@Nullable String cluster) {
    Map<String, @Nullable Object> config = new HashMap<>(Map.of("host", "db", "dbname", "crm"));
    if (cluster != null) {
      config.put("cluster", cluster);
    }
    return new Sources.Create(SourceKind.RDS, config, "credentials");
  }

  final Source source(@Nullable String cluster) {
    return control.sources().create(admin, command(cluster));
  }

  final ImportJob importOf(Source source, String cluster) {
    ImportJob job =
        control.imports().start(admin, new Imports.Start(source.id(), "crm", null, cluster));
    settle();
    return job;
  }

  static Instances.Launch launchOf(String golden) {
    return Instances.Launch.latest(golden, Ttl.parse("8h"));
  }
}
