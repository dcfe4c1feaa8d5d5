package dev.goldenrod.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ShellWord;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientCommandTest {
  private static final String PASSWORD = "it's \"a\\b";

  @TempDir private Path home;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void mysql_has_the_password_in_a_file_that_goes_with_it() throws IOException {
    program("mysql", "echo \"$@\"; f=${1#*=}; stat -c %a $f; cat $f; echo \"$MYSQL_PWD\"");
    Files.writeString(home.resolve(".my.cnf"), "[mysql]\nprompt=tea\n");

    int code = new MysqlCommand(terminal()).run(login(Engine.MYSQL), List.of("-e", "SELECT 1"));

    assertThat(code).isZero();
    String file = printed().lines().findFirst().orElseThrow().split("[= ]")[1];
    assertThat(printed().lines())
        .containsExactly(
            "--defaults-file=" + file + " -e SELECT 1",
            "600",
            "!include " + home.resolve(".my.cnf"),
            "[client]",
            "protocol=tcp",
            "host=\"::1\"",
            "port=77",
            "user=\"app\"",
            "password=\"it's \\\"a\\\\b\"",
            "[mysql]",
            "database=\"tea\"",
            "");
    assertThat(Path.of(file)).doesNotExist();
  }

  @Test
  void mongosh_has_the_login_in_its_environment_alone() throws IOException {
    program("mongosh", "echo \"$@\"; echo $GOLDENROD_MONGODB_URI");
    MongoshCommand mongosh = new MongoshCommand(terminal());

    mongosh.run(login(Engine.MONGODB), List.of());
    mongosh.run(login(Engine.MONGODB), List.of("--eval", "1"));

    String connect = "--nodb --eval db = connect(process.env.GOLDENROD_MONGODB_URI) ";
    String uri = "mongodb://app:secret@[::1]:77/tea";
    assertThat(printed().lines())
        .containsExactly(connect + "--shell", uri, connect + "--eval 1", uri);
  }

  @Test
  void a_client_that_is_missing_is_told_with_what_installs_it() {
    assertThatThrownBy(() -> new MysqlCommand(terminal()).run(login(Engine.MYSQL), List.of()))
        .isInstanceOfSatisfying(
            CliException.class,
            missing -> {
              assertThat(missing).hasMessage("mysql is not on this machine");
              assertThat(missing.nextSteps()).contains("brew install mysql-client");
            });
  }

  @Test
  void psql_is_of_the_servers_version_or_newer() throws IOException {
    for (String version : List.of("13", "15", "16", "old")) {
      program("../" + version + "/bin/psql", "");
    }
    TreeMap<Integer, Path> installed =
        new TreeMap<>(PsqlCommand.installed(Map.of(home.toString(), "")));
    Optional<Path> inPath = Optional.of(Path.of("/bin/psql"));

    assertThat(installed.keySet()).containsExactly(13, 15, 16);
    assertThat(PsqlCommand.choose(installed, inPath, "15")).contains(installed.get(15));
    assertThat(PsqlCommand.choose(installed, inPath, "14")).contains(installed.get(15));
    assertThat(PsqlCommand.choose(installed, inPath, "17")).isEqualTo(inPath);
    assertThat(PsqlCommand.choose(installed, inPath, "")).isEqualTo(inPath);
    assertThat(PsqlCommand.choose(installed, Optional.empty(), "17")).contains(installed.get(16));
    assertThat(PsqlCommand.choose(new TreeMap<>(), Optional.empty(), "17")).isEmpty();
  }

  @Test
  void a_login_keeps_what_is_secret_to_itself_and_can_be_reached_elsewhere() {
    Login login = login(Engine.MONGODB);

    assertThat(login.toString()).doesNotContain(PASSWORD);
    assertThat(login.at("127.0.0.1", 9).uri()).isEqualTo("mongodb://app:secret@127.0.0.1:9/tea");
  }

  @Test
  void shells_take_quoted_texts_as_they_are() {
    assertThat(UrlCommand.exports(Map.of("A", "x'y $z"))).isEqualTo("export A='x'\\''y $z'");
    assertThat(ShellWord.of("a b")).isEqualTo("'a b'");
    assertThat(UrlCommand.libpq("a'b")).isEqualTo("'a\\'b'");
  }

  private static Login login(Engine engine) {
    return new Login(
        engine,
        "",
        engine.scheme() + "://app:secret@[::1]:77/tea",
        "::1",
        77,
        "",
        "tea",
        "app",
        PASSWORD);
  }

  private Terminal terminal() {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    return new Terminal(
        InputStream.nullInputStream(),
        stream,
        stream,
        Map.of("HOME", home.toString(), "PATH", home.resolve("bin") + ":/usr/bin:/bin"),
        home,
        Set.of());
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private void program(String name, String script) throws IOException {
    Path file = home.resolve("bin").resolve(name).normalize();
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }
}
