package dev.goldenrod.engine.postgres.imports.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.imports.ImportWork.ClientTools;
import dev.goldenrod.engine.postgres.imports.NoReport;
import dev.goldenrod.engine.postgres.imports.NoTools;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DumpTest {
  @Test
  void tools_that_can_refuse_clear_text_are_told_to_unless_a_certificate_proves_the_source() {
    assertThat(parameters("", 16)).containsEntry("require_auth", "scram-sha-256,md5,none");
    assertThat(parameters("verify-full", 16)).doesNotContainKey("require_auth");
    // Older tools refuse a service file with this parameter.
    assertThat(parameters("", 15)).doesNotContainKey("require_auth");
  }

  @Test
  void settings_of_the_session_are_said_with_the_login_where_the_source_takes_them() {
    String options = "-c statement_timeout=0";

    assertThat(parameters("", 16, options)).containsEntry("options", options);
    assertThat(parameters("", 16, "")).doesNotContainKey("options");
  }

  private static Map<String, String> parameters(String sslmode, int major) {
    return parameters(sslmode, major, "");
  }

  private static Map<String, String> parameters(String sslmode, int major, String options) {
    SourceLogin login =
        new SourceLogin("db.example", 5432, "small", "reader", "secret", sslmode, Optional.empty());
    ClientTools tools = new ClientTools(major, major + ".1", "/nonexistent", Optional::of);
    return Dump.parameters(login, new ImportWork(new NoTools(), tools, new NoReport(), 2), options);
  }
}
