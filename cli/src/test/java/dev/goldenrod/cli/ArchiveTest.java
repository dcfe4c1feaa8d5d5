package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
  private static final int ORDINARY_USER = 65_534;

  @TempDir private Path home;
  private ServedFakes server;
  private Path file;

  @BeforeEach
  void start() {
    server = new ServedFakes(home);
    server.create("main");
    file = home.resolve("main.goldenrod");
    snapshot("monday");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_file_becomes_a_version_elsewhere_and_once() throws IOException {
    export("monday");

    try (ServedFakes elsewhere = new ServedFakes(home)) {
      Result first = imported(elsewhere);
      Result again = imported(elsewhere);

      assertThat(first.code()).as(first.err()).isZero();
      assertThat(first.json().path("version").asInt()).isEqualTo(1);
      assertThat(again.json()).isEqualTo(first.json());
      assertThat(first.err()).doesNotContain("already");
      assertThat(again.err()).contains("was already imported as version 1 of golden 'shop'");
      assertThat(elsewhere.type("clone", "create", "shop", "one").code()).isZero();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void a_file_becomes_a_database_elsewhere_by_one_command_that_can_be_repeated() {
    export("monday");

    try (ServedFakes elsewhere = new ServedFakes(home)) {
      Result made = toDatabase(elsewhere, "shop");
      assertThat(made.code()).as(made.err()).isZero();
      assertThat(made.err()).contains("as version 1 of golden 'shop'");
      assertThat(made.json().path("status").asText()).isEqualTo("running");
      assertThat(made.json().path("golden").asText()).isEqualTo("shop");
      assertThat(made.json().path("golden_version").asInt()).isEqualTo(1);

      Result again = toDatabase(elsewhere, "shop");
      assertThat(again.code()).as(again.err()).isZero();
      assertThat(again.err())
          .contains("'%s' was already imported as version 1 of golden 'shop'".formatted(file))
          .contains("database 'shop' was already created from this version");
      assertThat(again.json().path("id")).isEqualTo(made.json().path("id"));

      assertThat(toDatabase(elsewhere, "second").json().path("golden").asText()).isEqualTo("shop");
      assertThat(elsewhere.type("golden", "list", "-o", "name").out()).isEqualTo("shop\n");
    }
  }

  @Test
  void a_database_whose_name_is_taken_is_refused_before_anything_is_sent() {
    export("monday");

    Result refused = toDatabase(server, "main");

    assertThat(refused.code()).isEqualTo(5);
    assertThat(refused.err()).contains("database name already in use");
    assertThat(server.type("golden", "list", "-o", "name").out()).isEmpty();
    assertThat(server.type("import", "archive", "--from", file.toString()).code()).isEqualTo(2);
  }

  @Test
  void a_server_whose_engines_run_as_its_user_is_sent_archives_of_trusted_people_alone()
      throws IOException {
    export("monday");
    String[] line = {"import", "archive", "shop", "--from", file.toString()};
    try (ServedFakes own = new ServedFakes(home)) {
      Path token = Files.writeString(home.resolve("admin-token"), "");
      int user = (int) Files.getAttribute(token, "unix:uid");
      Files.setAttribute(token, "unix:uid", user == 0 ? ORDINARY_USER : user);
      Path folder = Files.createDirectories(home.resolve(".config/goldenrod"));
      Files.writeString(
          folder.resolve("config.yaml"),
          "contexts:\n- {name: own, url: '%s', token-file: '%s'}\n".formatted(own.url(), token));

      Result piped = own.type(line);
      Result refused = own.typeOnTerminal("\n", line);
      assertThat(piped.code()).isEqualTo(2);
      assertThat(piped.err()).contains("may run programs as that user", "--trust");
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err()).contains("Do you trust the creator of '%s'?".formatted(file));
      assertThat(own.type("golden", "list", "-o", "name").out()).isEmpty();

      assertThat(own.typeOnTerminal("y\n", line).code()).isZero();
      assertThat(own.type("golden", "list", "-o", "name").out()).isEqualTo("shop\n");
    }
  }

  @Tag("slow")
  @Test
  void a_database_is_made_of_the_golden_that_is_named() {
    export("monday");
    imported(server);

    Result made = server.type("database", "create", "copy", "--golden", "shop");
    Result mixed = server.type("database", "create", "x", "--golden", "shop", "--version", "15");
    Result alone = server.type("database", "create", "x", "--golden-version", "1");
    Result none =
        server.type("database", "create", "x", "--golden", "shop", "--golden-version", "2");

    assertThat(made.code()).as(made.err()).isZero();
    assertThat(server.type("database", "show", "copy").out())
        .containsPattern("GOLDEN +shop, version 1");
    assertThat(mixed.code()).isEqualTo(2);
    assertThat(alone.code()).isEqualTo(2);
    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err()).contains("golden 'shop' has no ready version 2");
  }

  @Test
  void an_export_goes_on_where_a_killed_one_ended() throws IOException {
    export("monday");
    byte[] whole = Files.readAllBytes(file);
    Files.delete(file);

    for (int length = 0; length <= whole.length; length++) {
      Files.write(partial(), Arrays.copyOf(whole, length));
      export("monday");

      assertThat(Files.readAllBytes(file)).as("after %d bytes", length).isEqualTo(whole);
      assertThat(partial()).doesNotExist();
      Files.delete(file);
    }
  }

  @Test
  void what_is_there_is_neither_written_over_nor_mixed() throws IOException {
    export("monday");
    Result again = server.type("export", "monday", "--to", file.toString());

    assertThat(again.code()).isEqualTo(5);
    assertThat(again.err()).contains("already exists");

    byte[] other = Files.readAllBytes(file);
    other[3] = 1;
    Files.write(partial(), other);
    Files.delete(file);
    export("monday");
    assertThat(imported(server).code()).isZero();
  }

  @Test
  void a_file_that_is_cut_off_or_altered_is_refused() throws IOException {
    export("monday");
    byte[] whole = Files.readAllBytes(file);

    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    Result cut = imported(server);
    Files.write(file, new byte[100]);
    Result zeros = imported(server);

    assertThat(cut.code()).isEqualTo(1);
    assertThat(cut.err()).contains("incomplete");
    assertThat(zeros.code()).isEqualTo(1);
  }

  @Test
  void a_server_that_ended_while_it_unpacked_is_asked_again() throws IOException {
    Files.write(file, new byte[100]);
    try (StubServer other = new StubServer(home)) {
      other.type("import", "archive", "shop", "--from", file.toString());
      String path = other.asked().get(0).replaceFirst("^GET ", "").replaceFirst("\\?.*", "");
      other
          .with("GET " + path, 200, archive("receiving", 100, "null"))
          .then("GET " + path, 200, archive("receiving", 100, "null"))
          .then("GET " + path, 200, archive("unpacking", 100, "null"))
          .then("GET " + path, 200, archive("receiving", 40, "null"))
          .then("GET " + path, 200, archive("receiving", 40, "null"))
          .with("PUT " + path, 200, archive("receiving", 100, "null"))
          .with("PUT " + path + "/golden", 202, archive("unpacking", 100, "null"))
          .then("PUT " + path + "/golden", 201, archive("ready", 0, "7"));

      Result done =
          other.type("import", "archive", "shop", "--from", file.toString(), "-o", "json");

      assertThat(done.code()).as(done.err()).isZero();
      assertThat(done.json().path("version").asInt()).isEqualTo(7);
      assertThat(other.asked()).contains("PUT " + path + "?offset=40");
    }
  }

  private static String archive(String status, int bytes, String version) {
    return """
        {"id": "6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60", "status": "%s", "received_bytes": %d,
        "message": "", "snapshot_id": "6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60", "version": %s}"""
        .formatted(status, bytes, version);
  }

  @Test
  void a_file_or_folder_that_is_not_there_and_an_empty_file_are_named() throws IOException {
    Path empty = Files.createFile(home.resolve("empty"));
    Path inNoFolder = home.resolve("none").resolve("shop");

    Result missing = server.type("import", "archive", "shop", "--from", inNoFolder.toString());
    Result nothing = server.type("import", "archive", "shop", "--from", empty.toString());
    Result nowhere = server.type("export", "monday", "--to", inNoFolder.toString());

    assertThat(missing.code()).isEqualTo(3);
    assertThat(missing.err()).contains("'" + inNoFolder + "' does not exist");
    assertThat(nothing.code()).isEqualTo(1);
    assertThat(nothing.err()).contains("'" + empty + "' is not an archive: it is empty");
    assertThat(nowhere.code()).isEqualTo(3);
    assertThat(nowhere.err()).contains("the folder of '" + inNoFolder + "' does not exist");
  }

  private void snapshot(String name) {
    Result taken = server.type("snapshot", "create", "main", name);
    assertThat(taken.code()).as(taken.err()).isZero();
  }

  private void export(String snapshot) {
    Result done = server.type("export", snapshot, "--to", file.toString());
    assertThat(done.code()).as(done.err()).isZero();
  }

  private Result imported(ServedFakes into) {
    return imported(into, file);
  }

  private static Result imported(ServedFakes into, Path from) {
    return into.type("import", "archive", "shop", "--from", from.toString(), "-o", "json");
  }

  private Result toDatabase(ServedFakes into, String name) {
    return into.type(
        "import", "archive", "--from", file.toString(), "--database", name, "-o", "json");
  }

  private Path partial() {
    return Path.of(file + ".part");
  }
}
