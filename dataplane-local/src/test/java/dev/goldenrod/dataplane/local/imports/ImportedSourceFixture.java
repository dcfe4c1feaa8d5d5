package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A database that is imported once, and a clone to compare it with. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ImportedSourceFixture {
  private final String database;
  private final Map<String, String> settings;
  private final List<String> session;
  ImportEnvironment machine;
  TestSource source;
  ImportSpec spec;
  ImportObservation end;
  TestPostgres clone;

  /**
   * @param database the name of the database, created by {@code <database>.sql}
   * @param settings the settings of the source's server
   * @param session statements that begin each session in the source
   */
  ImportedSourceFixture(String database, Map<String, String> settings, List<String> session) {
    this.database = database;
    this.settings = settings;
    this.session = session;
  }

  @BeforeAll
  void import_once(@TempDir Path folder) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder, settings);
    source.create(database, database + ".sql");
    spec = new ImportSpec(UUID.randomUUID(), database, 1, source.connection(database), "");
    observe(machine.imports);
    end = machine.run(spec);
    assertThat(end.message()).isEmpty();
    clone = machine.start(VolumeNames.golden(spec.id()));
  }

  void observe(LocalImports imports) {}

  @AfterAll
  void end_everything() {
    if (source != null) {
      source.close();
    }
    machine.close();
  }

  final Connection login() throws SQLException {
    return machine.login(clone, database);
  }

  final List<String> here(String sql) throws SQLException {
    try (Connection here = login()) {
      return Sql.texts(here, sql);
    }
  }

  final List<String> there(String sql) throws SQLException {
    try (Connection there = source.connect(database)) {
      Sql.runAll(there, session);
      return Sql.texts(there, sql);
    }
  }
}
