package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.instance.Credentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The engines' own command-line clients. */
final class SqlClients {
  private final Path folder;

  /**
   * @param dataDir a directory for scripts, in which MySQL is installed
   */
  SqlClients(Path dataDir) {
    folder = dataDir;
  }

  /** Returns the output of psql for the script, which ends at its first error. */
  String psql(Credentials login, String script) throws IOException, InterruptedException {
    return run(
        List.of("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "--no-psqlrc", url(login)),
        Map.of("PGPASSWORD", login.password()),
        script);
  }

  /** Returns the lines of the schema. */
  List<String> pgDump(Credentials login) throws IOException, InterruptedException {
    String dump =
        run(
            List.of("pg_dump", "--schema-only", "--create", url(login)),
            Map.of("PGPASSWORD", login.password()),
            "");
    return dump.lines()
        .filter(line -> !line.startsWith("\\"))
        .map(SqlClients::bare)
        .sorted()
        .toList();
  }

  /** Removes the comma, since a column may be the last one in one of two tables only. */
  private static String bare(String line) {
    return line.replaceFirst(",$", "");
  }

  private static String url(Credentials login) {
    return "postgresql://%s@%s:%d/%s"
        .formatted(login.username(), login.host(), login.port(), login.dbname());
  }

  /** Returns the output of MySQL's client for the script, which ends at its first error. */
  String mysql(Credentials login, String script) throws IOException, InterruptedException {
    return run(mysqlCommand("mysql", login, List.of()), password(login), script);
  }

  /** Returns the lines of the schema. */
  List<String> mysqlDump(Credentials login) throws IOException, InterruptedException {
    List<String> options =
        List.of(
            "--no-data",
            "--routines",
            "--events",
            "--no-tablespaces",
            "--skip-comments",
            "--set-gtid-purged=OFF");
    return run(mysqlCommand("mysqldump", login, options), password(login), "")
        .lines()
        .map(line -> line.replaceAll(" AUTO_INCREMENT=\\d+", ""))
        .toList();
  }

  private List<String> mysqlCommand(String program, Credentials login, List<String> options) {
    Path bin = folder.resolve("local/engines/mysql-" + CachedMySql.RELEASE + "/bin");
    List<String> command =
        new ArrayList<>(
            List.of(
                bin.resolve(program).toString(),
                "--no-defaults",
                "--host=" + login.host(),
                "--port=" + login.port(),
                "--user=" + login.username()));
    command.addAll(options);
    command.add(login.dbname());
    return command;
  }

  private static Map<String, String> password(Credentials login) {
    return Map.of("MYSQL_PWD", login.password());
  }

  private String run(List<String> command, Map<String, String> environment, String script)
      throws IOException, InterruptedException {
    Path input = Files.writeString(Files.createTempFile(folder, "script", ".sql"), script);
    ProcessBuilder client = new ProcessBuilder(command);
    client.environment().putAll(environment);
    Process process = client.redirectErrorStream(true).redirectInput(input.toFile()).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Files.delete(input);
    assertThat(process.waitFor()).as(printed + "\n" + script).isZero();
    return printed;
  }
}
