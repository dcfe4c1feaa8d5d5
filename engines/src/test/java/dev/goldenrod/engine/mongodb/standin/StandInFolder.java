package dev.goldenrod.engine.mongodb.standin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Creates a directory with a stand-in for the program {@code mongod} and all that it needs. */
public final class StandInFolder {
  /** A version that no MongoDB has. */
  private static final String VERSION = "7.0.stand-in";

  private static final Pattern LIBRARIES =
      Pattern.compile(".*/(netty-|mongo-java-server-|h2-|slf4j-api-)[^/]*jar");

  /** A class data archive, without which a start takes more than twice as long. */
  private static final String CLASSES = "classes.jsa";

  private static final String SCRIPT =
      """
      #!/bin/sh
      [ "$1" != --version ] || { echo 'db version v%s'; exit; }
      lib='%s'
      exec '%s' "${CLASSES:--XX:SharedArchiveFile=$lib/%s}" -Xshare:auto -Xmx96m \\
        -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp "$lib/*" \\
        -Djava.net.preferIPv4Stack=true %s "$@"
      """;

  private StandInFolder() {}

  /** Creates the program for all users, who may not be able to read the class path. */
  public static Path make(Path folder) throws IOException {
    Path libraries = Files.createDirectories(folder.resolve("lib"));
    for (String entry : System.getProperty("java.class.path").split(":")) {
      if (LIBRARIES.matcher(entry).matches()) {
        Path library = Path.of(entry);
        Files.copy(
            library,
            libraries.resolve(library.getFileName().toString()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    packClasses(libraries.resolve("stand-in.jar"));
    Path program = Files.createDirectories(folder.resolve("bin")).resolve("mongod");
    Files.writeString(
        program,
        SCRIPT.formatted(
            VERSION,
            libraries,
            Path.of(System.getProperty("java.home"), "bin", "java"),
            CLASSES,
            StandInMongod.class.getName()));
    letAllRead(folder);
    keepClasses(program, libraries.resolve(CLASSES));
    letAllRead(folder);
    return folder;
  }

  /** Starts the program once to write the class data archive. */
  private static void keepClasses(Path program, Path archive) throws IOException {
    Path data = Files.createDirectory(archive.resolveSibling("first"));
    Path configuration =
        Files.writeString(
            data.resolve("conf"),
            """
            {"dbPath" : "%s", "pidFilePath" : "%1$s/pid", "port" : 0}
            """
                .formatted(data));
    ProcessBuilder first =
        new ProcessBuilder(program.toString(), "--config", configuration.toString());
    first.environment().put("CLASSES", "-XX:ArchiveClassesAtExit=" + archive);
    Process process = first.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader log = process.inputReader()) {
      log.readLine();
      process.destroy();
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void packClasses(Path jar) throws IOException {
    Path name = Path.of(StandInMongod.class.getPackageName().replace('.', '/'));
    Path root =
        Path.of(StandInMongod.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    if (Files.isRegularFile(root)) {
      Files.copy(root, jar);
      return;
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out);
        Stream<Path> classes = Files.list(root.resolve(name))) {
      for (Path one : classes.toList()) {
        packed.putNextEntry(new JarEntry(name.resolve(one.getFileName()).toString()));
        Files.copy(one, packed);
        packed.closeEntry();
      }
    }
  }

  private static void letAllRead(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }
}
