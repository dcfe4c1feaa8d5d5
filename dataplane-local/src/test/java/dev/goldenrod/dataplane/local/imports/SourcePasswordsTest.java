package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.secret.SecretBinding;
import dev.goldenrod.dataplane.local.secret.SourceSecret;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which servers get a source's password, and in what form. */
class SourcePasswordsTest extends SmallSourceFixture {
  @BeforeAll
  void make_users() throws Exception {
    source.createUser("plain", "plain-secret", "password");
    source.createUser("hashed", "hashed-secret", "md5");
  }

  @Test
  void a_source_that_asks_for_the_password_in_clear_text_is_refused() {
    machine.secrets.put("plain", "plain", "plain-secret");

    ImportObservation end = probe("small", "plain");

    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message())
        .contains("/small as user 'plain'", "clear text", "sslmode verify-full", "scram-sha-256")
        .doesNotContain("plain-secret");
  }

  @Test
  void md5_is_accepted_with_a_warning() {
    machine.secrets.put("hashed", "hashed", "hashed-secret");

    ImportObservation end = probe("small", "hashed");

    assertThat(end.state()).isEqualTo(StepState.DONE);
    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("user 'hashed' uses MD5 authentication"))
        .noneMatch(warning -> warning.contains("hashed-secret"));
  }

  @Test
  void scram_needs_no_warning() {
    assertThat(probe("small", "source").warnings()).isEmpty();
  }

  @Test
  void a_wrong_password_is_not_taken_for_a_way_to_log_in() {
    machine.secrets.put("mistyped", "hashed", "mistyped-secret");

    assertThat(probe("small", "mistyped").message()).contains("wrong password");
  }

  @Test
  void a_secret_bound_to_another_host_is_not_shown() {
    bind("elsewhere", new SecretBinding("db.example", null));

    ImportObservation end = probe("small", "elsewhere");

    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message())
        .contains("secret 'elsewhere' is bound to host 'db.example'", "has host '127.0.0.1'")
        .doesNotContain(TestSource.PASSWORD);
  }

  @Test
  void a_secret_bound_to_another_database_is_not_shown() {
    bind("other", new SecretBinding("127.0.0.1", "orders"));

    assertThat(probe("small", "other").message())
        .contains("host '127.0.0.1' and database 'orders'", "and database 'small'");
  }

  @Test
  void a_secret_bound_to_the_source_logs_in() {
    bind("fitting", new SecretBinding("127.0.0.1", "small"));

    assertThat(probe("small", "fitting").state()).isEqualTo(StepState.DONE);
  }

  @Test
  void a_stored_password_logs_in_to_its_own_host_port_database_and_user_alone() {
    SourceConnection own = connection("small", "stored");
    machine.secrets.store(own, TestSource.PASSWORD);

    SourceCheck check = machine.imports.sources().check(own);

    assertThat(check.version()).startsWith(machine.home().release());
    assertThat(check.sizeBytes()).isGreaterThan(1 << 20);
    assertThat(check.tables()).isPositive();
    assertThat(check.warnings()).isEmpty();
    for (SourceConnection other :
        List.of(
            to("localhost", own.port(), "small", own.username()),
            to(own.host(), own.port() + 1, "small", own.username()),
            to(own.host(), own.port(), "postgres", own.username()),
            to(own.host(), own.port(), "small", "plain"))) {
      assertThatThrownBy(() -> machine.imports.sources().check(other))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("secret 'stored' is bound to host '127.0.0.1' and port '")
          .hasMessageNotContaining(TestSource.PASSWORD);
    }
  }

  @Test
  void a_check_says_why_a_source_cannot_be_read() {
    machine.secrets.put("mistyped", "hashed", "mistyped-secret");

    assertThatThrownBy(() -> machine.imports.sources().check(connection("small", "mistyped")))
        .hasMessageContaining("wrong password or no such user")
        .hasMessageNotContaining("mistyped-secret");
    assertThatThrownBy(() -> machine.imports.sources().check(connection("small", "missing")))
        .hasMessageContaining("run 'goldenrod secret put missing --data-dir /");
  }

  private static SourceConnection to(String host, int port, String database, String user) {
    return new SourceConnection(host, port, database, user, "", "stored");
  }

  @Tag("slow")
  @Test
  void functions_that_the_source_puts_before_the_catalog_are_not_called() throws Exception {
    source.execute("postgres", "CREATE DATABASE lying");
    source.execute(
        "lying",
        """
        CREATE TABLE item (id int);
        CREATE SCHEMA lies;
        CREATE FUNCTION lies.current_database() RETURNS name LANGUAGE sql
          AS $$ SELECT E'x\\nhost=db.example'::name $$;
        CREATE FUNCTION lies.current_setting(text) RETURNS text LANGUAGE sql
          AS $$ SELECT '990000' $$;
        ALTER DATABASE lying SET search_path = lies, pg_catalog
        """);
    ImportSpec spec = spec("lying", "source");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(machine.volumes.list()).contains(VolumeNames.golden(spec.id()));
  }

  @Test
  void a_database_name_that_no_file_can_hold_is_refused() {
    ImportObservation end = probe("small\nhost=db.example", "source");

    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message()).contains("control character").doesNotContain("\n");
  }

  @Tag("slow")
  @Test
  void what_a_source_says_steers_no_log_and_no_terminal() throws Exception {
    source.execute("postgres", "CREATE DATABASE loud");
    source.execute(
        "loud",
        "CREATE EXTENSION file_fdw; CREATE SERVER \"\u001b[2J\nx\" FOREIGN DATA WRAPPER file_fdw");

    ImportObservation end = machine.run(spec("loud", "source"));

    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("[2J"))
        .noneMatch(warning -> warning.contains("\u001b") || warning.contains("\n"));
  }

  private ImportObservation probe(String database, String secret) {
    return machine.run(spec(database, secret), ImportPhase.PROBING);
  }

  private void bind(String secret, SecretBinding binding) {
    machine.secrets.put(secret, new SourceSecret(TestSource.USER, TestSource.PASSWORD, binding));
  }

  private ImportSpec spec(String database, String secret) {
    return new ImportSpec(UUID.randomUUID(), "shop", 1, connection(database, secret), "");
  }

  private SourceConnection connection(String database, String secret) {
    SourceConnection right = source.connection(database);
    return new SourceConnection(
        right.host(), right.port(), database, right.username(), right.sslmode(), secret);
  }
}
