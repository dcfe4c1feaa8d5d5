package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.source.SourceKind;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditMetadataTest {
  private static final Sources.Create SOURCE =
      new Sources.Create(
          SourceKind.RDS,
          Map.of("host", "db.example", "port", 6432, "dbname", "shop", "username", "reader"),
          "shop-source");

  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;

  @AfterEach
  void close() {
    fixture.close();
  }

  private Map<String, Object> metadata(String action) {
    return control.auditLog().list(fixture.admin, 100, null).stream()
        .filter(event -> event.action().equals(action))
        .map(event -> Map.<String, Object>copyOf(event.metadata()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_source_is_told_by_where_it_is_and_the_name_of_its_secret() {
    UUID id = control.sources().create(fixture.admin, SOURCE).id();
    control.sources().delete(fixture.admin, id);

    Map<String, Object> told =
        Map.of(
            "kind", "rds",
            "host", "db.example",
            "port", 6432,
            "dbname", "shop",
            "secret", "shop-source");
    assertThat(metadata("source.created")).isEqualTo(told);
    assertThat(metadata("source.deleted")).isEqualTo(told);
  }

  @Test
  void a_version_is_told_by_its_handle() {
    fixture.golden("shop");
    assertThat(metadata("golden.version.registered"))
        .isEqualTo(Map.of("name", "shop", "version", 1, "handle", "handle-shop"));
  }

  @Test
  void an_imported_version_is_told_by_its_handle() {
    UUID source = control.sources().create(fixture.admin, SOURCE).id();
    UUID job = control.imports().start(fixture.admin, new Imports.Start(source, "crm", null)).id();
    while (!control.imports().find(fixture.admin, job).phase().isTerminal()) {
      control.runDueOnce();
    }

    assertThat(control.imports().find(fixture.admin, job).phase()).isEqualTo(ImportPhase.SUCCEEDED);
    assertThat(metadata("import.succeeded")).containsEntry("golden", "crm").containsKey("handle");
  }
}
