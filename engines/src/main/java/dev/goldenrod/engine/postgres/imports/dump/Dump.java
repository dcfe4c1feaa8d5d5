package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.engine.imports.ImportWork;
import dev.goldenrod.engine.postgres.LibpqService;
import dev.goldenrod.engine.postgres.imports.source.SourceLogin;
import dev.goldenrod.engine.postgres.imports.source.SourceMetadata;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Dumps the source's database into the tools' directory, several tables in parallel. */
final class Dump {
  /**
   * The first PostgreSQL release whose libpq has {@code require_auth}. An older pg_dump sends the
   * password in clear text to a server that asks for it; only the probing step refuses such
   * servers.
   */
  private static final int FIRST_WITH_REQUIRE_AUTH = 16;

  private static final String TABLE_BEGUN = "pg_dump: dumping contents of table";
  private static final String ERROR = "pg_dump: error: ";
  private static final int SHOWN_ERRORS = 3;

  static final String FOLDER = "dump";

  private final ImportWork work;
  private final List<String> errors = new ArrayList<>();
  private final OutputLimit limit = OutputLimit.ofMessages("errors of pg_dump");
  private long begun;

  Dump(ImportWork work) {
    this.work = work;
  }

  /**
   * Runs pg_dump.
   *
   * @param options the session settings, which are empty if the source accepts none at login
   * @param more options of pg_dump
   */
  void run(SourceLogin login, SourceMetadata metadata, String options, List<String> more) {
    work.runner().remove(FOLDER);
    work.runner().makeFolder(FOLDER);
    try (LibpqService service =
        LibpqService.write(
            work.runner(), "source", parameters(login, work, options), login.password())) {
      List<String> command = command(service, login, metadata);
      command.addAll(more);
      int exitCode =
          work.runner()
              .run("pg_dump.log", command, service.environment(), line -> read(line, metadata));
      if (exitCode != 0) {
        throw new DataPlaneException(
            "pg_dump %s of %s failed: %s%s"
                .formatted(work.tools().version(), login.describe(), reason(), hint()));
      }
    }
  }

  private List<String> command(LibpqService service, SourceLogin login, SourceMetadata metadata) {
    List<String> command =
        new ArrayList<>(
            List.of(
                work.tools().path("pg_dump"),
                "--dbname=" + service.dbname(),
                "--no-password",
                // Overrides a role that ALTER DATABASE … SET role gives to every session.
                "--role=" + login.user(),
                "--format=directory",
                "--file=" + work.runner().file(FOLDER),
                "--jobs=" + work.jobs(),
                "--compress=" + (work.isDumpPlain() ? 0 : 1),
                "--no-subscriptions",
                "--no-tablespaces",
                "--no-sync",
                "--lock-wait-timeout=600000",
                "--verbose"));
    boolean isOfBytes = metadata.locale().encoding().equals("SQL_ASCII");
    command.add("--encoding=" + (isOfBytes ? "SQL_ASCII" : "UTF8"));
    return command;
  }

  /** Returns the connection parameters for libpq, with the session settings. */
  static Map<String, String> parameters(SourceLogin login, ImportWork work, String options) {
    Map<String, String> parameters = new HashMap<>(login.parameters());
    parameters.put("client_encoding", "UTF8");
    if (!options.isEmpty()) {
      parameters.put("options", options);
    }
    if (!login.isVerified() && work.tools().major() >= FIRST_WITH_REQUIRE_AUTH) {
      parameters.put("require_auth", SourceLogin.WITHOUT_CLEARTEXT);
    }
    login
        .rootCertificate()
        .map(Dump::bytes)
        .map(content -> work.runner().write("root.crt", content))
        .map(Path::toString)
        .ifPresent(path -> parameters.put("sslrootcert", path));
    return parameters;
  }

  private void read(String line, SourceMetadata metadata) {
    if (line.startsWith(TABLE_BEGUN)) {
      begun++;
      work.report()
          .progress(
              new Progress(Math.min(begun, metadata.tables()), metadata.tables(), "tables dumped"));
    }
    if (line.startsWith(ERROR)) {
      limit.count(line);
      errors.add(line.substring(ERROR.length()));
    }
  }

  private String reason() {
    return errors.isEmpty()
        ? "see " + work.runner().file("pg_dump.log")
        : String.join("; ", errors.subList(0, Math.min(SHOWN_ERRORS, errors.size())));
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(file, e), e);
    }
  }

  private String hint() {
    String reason = reason();
    if (reason.contains("permission denied for large object")) {
      return "; grant the user SELECT on it, or use a superuser: pg_read_all_data does not cover large objects before PostgreSQL 18";
    }
    if (reason.contains("permission denied")) {
      return "; grant the user SELECT on it, or, from PostgreSQL 14 on, the role pg_read_all_data";
    }
    if (reason.contains("row-level security")) {
      return "; use a user with BYPASSRLS, or the owner of the table unless the table has FORCE ROW LEVEL SECURITY";
    }
    return "";
  }
}
