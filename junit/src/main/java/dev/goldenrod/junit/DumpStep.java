package dev.goldenrod.junit;

import dev.goldenrod.instance.Credentials;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Loads a pg_dump file, custom or plain, with the PostgreSQL client programs. */
record DumpStep(Path file) implements Step {
  private static final byte[] CUSTOM = "PGDMP".getBytes(StandardCharsets.US_ASCII);

  private static final int NEWEST_RELEASE = 30;
  private static final int OLDEST_RELEASE = 12;

  @Override
  public Map<String, byte[]> ingredients() {
    return Map.of("dump", ClassPath.read(file));
  }

  @Override
  public void run(Credentials database) throws SQLException {
    try {
      Path password = Files.createTempFile("goldenrod", ".pgpass");
      try {
        Files.writeString(password, "*:*:*:*:" + database.password());
        load(database, password);
      } finally {
        Files.delete(password);
      }
    } catch (IOException e) {
      throw new SQLException("dump %s cannot be loaded: %s".formatted(file, e.getMessage()), e);
    }
  }

  private void load(Credentials login, Path password) throws IOException, SQLException {
    ProcessBuilder builder = new ProcessBuilder(command(login)).redirectErrorStream(true);
    builder.environment().put("PGPASSFILE", password.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.onExit().join().exitValue();
    if (status != 0) {
      throw new SQLException("dump %s was not loaded: %s".formatted(file, said.strip()));
    }
  }

  private List<String> command(Credentials login) throws IOException {
    List<String> command = new ArrayList<>();
    if (isCustom()) {
      command.addAll(List.of(program("pg_restore"), "--no-owner", "--no-acl", "--exit-on-error"));
    } else {
      command.addAll(
          List.of(program("psql"), "-X", "-q", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1"));
    }
    command.addAll(
        List.of(
            "--host=" + login.host(),
            "--port=" + login.port(),
            "--username=" + login.username(),
            "--dbname=" + login.dbname(),
            "--no-password"));
    command.addAll(isCustom() ? List.of(file.toString()) : List.of("--file=" + file));
    return command;
  }

  private boolean isCustom() throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      return Arrays.equals(content.readNBytes(CUSTOM.length), CUSTOM);
    }
  }

  /** Returns PostgreSQL's program on the PATH, or the newest one in the usual package locations. */
  static String program(String name) {
    return folders().stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString)
        .orElseThrow(
            () ->
                new GoldenrodException(
                    "a golden from a dump needs PostgreSQL's program %s, which is neither on the PATH nor in PostgreSQL's usual folders"
                        .formatted(name)));
  }

  private static List<Path> folders() {
    List<Path> folders = new ArrayList<>();
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      folders.add(Path.of(folder));
    }
    for (int version = NEWEST_RELEASE; version >= OLDEST_RELEASE; version--) {
      folders.add(Path.of("/usr/lib/postgresql/%d/bin".formatted(version)));
      folders.add(Path.of("/usr/pgsql-%d/bin".formatted(version)));
    }
    return folders;
  }
}
