package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportCommandTest {
  @TempDir private Path home;
  private ServedFakes server;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    addSource("one.example");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_only_source_need_not_be_named() {
    Result started = server.type("import", "start", "shop", "-o", "json");

    assertThat(started.code()).as(started.err()).isZero();
    assertThat(started.json().path("phase").asText()).isEqualTo("Succeeded");
  }

  @Test
  void of_several_sources_one_is_named() {
    addSource("two.example");

    Result unsaid = server.type("import", "start", "shop");
    assertThat(unsaid.code()).isEqualTo(2);
    assertThat(unsaid.err()).contains("there are 2 sources; choose one with --source");
    assertThat(server.type("import", "start", "shop", "--source", "two.example").code()).isZero();
  }

  @Test
  void the_same_source_is_not_registered_twice() {
    addSource("two.example");

    Result again =
        server.type(
            "source", "add", "--host", "two.example", "--dbname", "shop", "--secret", "shop");

    assertThat(again.code()).isEqualTo(5);
    assertThat(again.err()).contains("source 'two.example/shop' already exists");
    assertThat(
            server
                .type("source", "add", "--host", "two.example", "--dbname", "shop", "--secret", "b")
                .code())
        .isZero();
  }

  @Test
  void an_import_that_has_ended_is_not_cancelled() {
    server.type("import", "start", "shop");

    Result refused = server.type("import", "cancel", "shop");

    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.err())
        .contains("golden shop, version 1 has already ended: Succeeded")
        .contains("goldenrod import show");
  }

  private void addSource(String host) {
    Result added =
        server.type("source", "add", "--host", host, "--dbname", "shop", "--secret", "shop");
    assertThat(added.code()).as(added.err()).isZero();
  }
}
