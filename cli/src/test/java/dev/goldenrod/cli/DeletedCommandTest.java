package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletedCommandTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server.create("tea");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_deletion_says_how_it_is_undone() {
    Result deleted = server.type("database", "delete", "tea", "--yes");

    assertThat(deleted.code()).as(deleted.err()).isZero();
    assertThat(deleted.err())
        .containsPattern("restored until \\d{4}-\\S+Z: goldenrod deleted restore tea");
    assertThat(server.type("deleted", "restore", "tea").code()).isZero();
    assertThat(server.type("database", "show", "tea").code()).isZero();
  }

  @Test
  void a_deletion_by_a_token_that_may_not_restore_says_nothing_of_it() {
    Result made = server.type("token", "create", "ci", "--scope", "database:tea", "-o", "json");
    server.environment().put("GOLDENROD_TOKEN", made.json().path("token").asText());

    Result deleted = server.type("database", "delete", "tea", "--yes");

    assertThat(deleted.code()).as(deleted.err()).isZero();
    assertThat(deleted.err()).contains("is gone").doesNotContain("restore");
  }
}
