package dev.goldenrod.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Creates the data directory of a stopped PostgreSQL server of this machine. */
final class StoppedPostgres {
  private StoppedPostgres() {}

  static Path dataDirectory(Path below, String statements) throws IOException {
    // PostgreSQL does not run as root, and its user needs access to the directory.
    Files.setPosixFilePermissions(below, PosixFilePermissions.fromString("rwxrwxrwx"));
    String data = below.resolve("data").toString();
    run("initdb", "--no-sync", "--username=postgres", "--auth=trust", "-D", data);
    String options = "-F -c listen_addresses='' -k " + below;
    run("pg_ctl", "start", "-w", "-D", data, "-l", below.resolve("log").toString(), "-o", options);
    try {
      run("psql", "-X", "-h", below.toString(), "-U", "postgres", "-c", statements);
    } finally {
      run("pg_ctl", "stop", "-w", "-D", data);
    }
    return Path.of(data);
  }

  private static void run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"));
    }
    command.add(DumpStep.program(program));
    command.addAll(List.of(arguments));
    Path said = Files.createTempFile("postgres", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (process.onExit().join().exitValue() != 0) {
        throw new IOException(program + " failed: " + Files.readString(said));
      }
    } finally {
      Files.delete(said);
    }
  }
}
