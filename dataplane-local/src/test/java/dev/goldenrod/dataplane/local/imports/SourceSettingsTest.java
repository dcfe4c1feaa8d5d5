package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.imports.Importer.SourceCredentials;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.source.SourceConnection;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Session settings of a source's database and users. */
@Tag("slow")
class SourceSettingsTest extends SmallSourceFixture {
  private static final String OF_DATABASE =
      """
      ALTER DATABASE small SET statement_timeout = '10s';
      ALTER DATABASE small SET lock_timeout = '10s';
      ALTER DATABASE small SET idle_in_transaction_session_timeout = '10s';
      ALTER DATABASE small SET idle_session_timeout = '10s';
      ALTER DATABASE small SET default_transaction_read_only = on;
      ALTER DATABASE small SET search_path = lies, pg_catalog;
      ALTER DATABASE small SET client_encoding = 'LATIN1'
      """;

  /** Timeouts shorter than a login takes. */
  private static final String OF_LESS_TIME =
      """
      ;
      ALTER DATABASE small SET statement_timeout = '1ms';
      ALTER DATABASE small SET lock_timeout = '1ms';
      ALTER DATABASE small SET idle_in_transaction_session_timeout = '1ms'
      """;

  private static final String OF_USER =
      """
      ALTER ROLE %1$s SET default_transaction_isolation = 'serializable';
      ALTER ROLE %1$s SET row_security = on;
      ALTER ROLE %1$s SET session_replication_role = 'replica'
      """
          .formatted(TestSource.USER);

  private static final List<String> HELD =
      List.of(
          "statement_timeout",
          "lock_timeout",
          "idle_in_transaction_session_timeout",
          "idle_session_timeout",
          "default_transaction_read_only",
          "default_transaction_isolation",
          "row_security",
          "search_path",
          "client_encoding");

  private static final List<String> VALUES =
      List.of("0", "0", "0", "0", "off", "read committed", "off", "pg_catalog, pg_temp", "UTF8");

  @BeforeAll
  void set() throws SQLException {
    source.execute("postgres", OF_DATABASE + ";" + OF_USER);
  }

  @Test
  void they_do_not_hold_for_sessions_of_an_import() throws Exception {
    List<String> warnings = new ArrayList<>();

    assertThat(heldBy(source.connection("small"), warnings)).isEqualTo(VALUES);
    assertThat(warnings).isEmpty();
  }

  @Test
  void they_do_not_hold_behind_a_pooler_that_refuses_options() throws Exception {
    List<String> warnings = new ArrayList<>();
    try (RefusingPooler pooler = pooler()) {
      assertThat(heldBy(through(pooler), warnings)).isEqualTo(VALUES);
      assertThat(pooler.refusals()).isEqualTo(1);
    }
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("refuses the startup parameter 'options'", "import from the server behind");
  }

  @Test
  void an_import_goes_through_all_the_same() throws Exception {
    source.execute("postgres", "CREATE DATABASE hurried TEMPLATE small");
    source.execute("postgres", (OF_DATABASE + OF_LESS_TIME).replace("small", "hurried"));
    ImportSpec spec =
        new ImportSpec(UUID.randomUUID(), "hurried", 1, source.connection("hurried"), "");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    TestPostgres clone = machine.start(VolumeNames.golden(spec.id()));
    try (Connection login = machine.login(clone, "hurried")) {
      assertThat(Sql.texts(login, "SHOW statement_timeout")).containsExactly("0");
      assertThat(Sql.texts(login, "SHOW search_path")).containsExactly("lies, pg_catalog");
    }
  }

  @Test
  void what_the_tools_read_is_read_through_a_pooler_too() throws Exception {
    try (RefusingPooler pooler = pooler()) {
      ImportSpec spec = new ImportSpec(UUID.randomUUID(), "pooled", 1, through(pooler), "");

      ImportObservation end = machine.run(spec, ImportPhase.IMPORTING);

      assertThat(end.message()).isEmpty();
    }
  }

  private RefusingPooler pooler() throws Exception {
    return RefusingPooler.to(source.connection("small").port());
  }

  private SourceConnection through(RefusingPooler pooler) {
    SourceConnection direct = source.connection("small");
    return new SourceConnection(
        direct.host(),
        pooler.port(),
        direct.dbname(),
        direct.username(),
        direct.sslmode(),
        direct.secret());
  }

  private static List<String> heldBy(SourceConnection connection, List<String> warnings)
      throws SQLException {
    SourceLogin login =
        SourceLogin.of(new SourceCredentials(connection, null, TestSource.PASSWORD));
    List<String> values = new ArrayList<>();
    try (Connection session = login.connect(warnings::add)) {
      for (String name : HELD) {
        values.addAll(Sql.texts(session, "SHOW " + name));
      }
    }
    return values;
  }
}
