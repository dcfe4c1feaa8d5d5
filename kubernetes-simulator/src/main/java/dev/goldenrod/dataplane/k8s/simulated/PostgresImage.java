package dev.goldenrod.dataplane.k8s.simulated;

import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The image {@code postgres:15}: this machine's PostgreSQL programs. To save time, {@code initdb}
 * copies a data directory that the real one created once.
 */
final class PostgresImage {
  private static final String PROGRAMS = "/usr/lib/postgresql/15/bin";
  private static final Set<PosixFilePermission> FOR_ALL =
      PosixFilePermissions.fromString("rwxr-xr-x");
  private static final String USUAL_OPTIONS =
      "--username=goldenrod_admin --auth=reject --encoding=UTF8 --locale=C --no-sync";
  private static final String COPYING =
      """
      #!/bin/sh
      data=${1#--pgdata=}
      if [ "$*" != "--pgdata=$data %2$s" ] || [ -n "$(ls -A "$data" 2>&-)" ]; then
        exec %3$s/initdb "$@"
      fi
      umask 077
      mkdir -p "$data" && exec cp -R %1$s/data/. "$data"
      """;

  private static Image image;

  private PostgresImage() {}

  static synchronized Image get() {
    if (image == null) {
      image = Files.isExecutable(Path.of(PROGRAMS, "initdb")) ? copying() : plain();
    }
    return image;
  }

  private static Image plain() {
    return new Image("postgres:15", List.of(PROGRAMS), List.of());
  }

  private static Image copying() {
    try {
      // Not in /tmp, because each pod has its own /tmp.
      Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "goldenrod-initdb-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> FileTree.delete(folder)));
      initialise(folder);
      Path program = folder.resolve("initdb");
      Files.writeString(program, COPYING.formatted(folder, USUAL_OPTIONS, PROGRAMS));
      Files.setPosixFilePermissions(program, FOR_ALL);
      Files.setPosixFilePermissions(folder, FOR_ALL);
      return new Image(
          "postgres:15", List.of(folder.toString(), PROGRAMS), List.of(folder.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs as {@code nobody}, because the real {@code initdb} refuses to run as root. */
  private static void initialise(Path folder) throws IOException {
    run("chown", "nobody", folder.toString());
    List<String> command = new ArrayList<>(List.of("setpriv", "--reuid=nobody", "--clear-groups"));
    command.addAll(List.of("--", PROGRAMS + "/initdb", "--pgdata=" + folder.resolve("data")));
    command.addAll(List.of(USUAL_OPTIONS.split(" ")));
    run(command.toArray(String[]::new));
    run("chown", "-R", "root", folder.toString());
    run("chmod", "-R", "a+rX", folder.toString());
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
  }
}
