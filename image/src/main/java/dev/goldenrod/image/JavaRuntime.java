package dev.goldenrod.image;

import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import dev.goldenrod.server.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A Java runtime of this machine, for an image without a base. */
record JavaRuntime(Path folder) {
  private static final AbsoluteUnixPath HOME = AbsoluteUnixPath.get("/opt/java");
  private static final FilePermissions PROGRAM = FilePermissions.fromOctalString("755");
  private static final FilePermissions FILE = FilePermissions.fromOctalString("644");

  /** The parts of a JDK that are not needed at run time. */
  private static final Set<String> NOT_TO_RUN_WITH =
      Set.of("jmods", "include", "man", "demo", "legal", "docs", "src.zip", "lib/src.zip");

  /** Without these modules the server starts, but fails later. */
  private static final Set<String> NEEDED =
      Set.of(
          "java.logging",
          "java.management",
          "java.naming",
          "java.net.http",
          "java.sql",
          "jdk.crypto.ec",
          "jdk.net",
          "jdk.unsupported");

  /** Matches {@code libz.so.1 => /lib/libz.so.1 (0x…)} and {@code /lib64/ld-linux.so.2 (0x…)}. */
  private static final Pattern LIBRARY = Pattern.compile("^\\s*(?:\\S+ => )?(/\\S+) \\(0x.*");

  /** Returns the runtime, or throws a {@link UsageException} if it is missing or lacks a module. */
  static JavaRuntime of(Path folder) {
    if (!Files.isExecutable(folder.resolve("bin/java"))) {
      throw new UsageException("--jre '%s' has no bin/java".formatted(folder));
    }
    Set<String> missing = new TreeSet<>(NEEDED);
    missing.removeAll(modules(folder));
    if (!missing.isEmpty()) {
      throw new UsageException(
          "--jre '%s' lacks the module%s %s; jlink adds them with --add-modules"
              .formatted(folder, missing.size() == 1 ? "" : "s", String.join(", ", missing)));
    }
    return new JavaRuntime(folder);
  }

  private static Set<String> modules(Path folder) {
    Properties release = new Properties();
    try (Reader file = Files.newBufferedReader(folder.resolve("release"))) {
      release.load(file);
    } catch (IOException e) {
      throw new UsageException(
          "--jre '%s' has no file 'release' that lists its modules".formatted(folder), e);
    }
    return Set.of(release.getProperty("MODULES", "").replace("\"", "").strip().split(" "));
  }

  /** Adds the runtime, the shared libraries that it needs, and a directory for temporary files. */
  JibContainerBuilder addTo(JibContainerBuilder image) throws IOException {
    List<Path> files = files();
    return image
        .addFileEntriesLayer(libraries(files))
        .addFileEntriesLayer(runtime(files))
        .addEnvironmentVariable("JAVA_HOME", HOME.toString())
        .addEnvironmentVariable("PATH", HOME.resolve("bin").toString());
  }

  /** Links are followed and added as files, since their targets may be outside the directory. */
  private List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      return found.filter(Files::isRegularFile).filter(this::isToRunWith).sorted().toList();
    }
  }

  private boolean isToRunWith(Path file) {
    Path relative = folder.relativize(file);
    return NOT_TO_RUN_WITH.stream().noneMatch(relative::startsWith);
  }

  private FileEntriesLayer runtime(List<Path> files) {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("java");
    for (Path file : files) {
      layer.addEntry(
          file, HOME.resolve(folder.relativize(file)), Files.isExecutable(file) ? PROGRAM : FILE);
    }
    return layer.build();
  }

  private FileEntriesLayer libraries(List<Path> files) throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("libraries");
    for (Path library : sharedLibraries(files)) {
      layer.addEntry(library, AbsoluteUnixPath.fromPath(library), PROGRAM);
    }
    layer.addEntry(folder, AbsoluteUnixPath.get("/tmp"), FilePermissions.fromOctalString("777"));
    return layer.build();
  }

  /**
   * Returns this machine's shared libraries that the files need, with the dynamic loader but
   * without the runtime's own.
   *
   * @throws IOException if {@code ldd} fails to run
   */
  private Set<Path> sharedLibraries(List<Path> files) throws IOException {
    List<String> command = new ArrayList<>(List.of("ldd"));
    files.stream().filter(JavaRuntime::isLinked).map(Path::toString).forEach(command::add);
    Set<Path> result = new TreeSet<>();
    for (String line : run(command)) {
      Matcher library = LIBRARY.matcher(line);
      if (library.matches() && !Path.of(library.group(1)).normalize().startsWith(folder)) {
        result.add(Path.of(library.group(1)));
      }
    }
    return result;
  }

  private static boolean isLinked(Path file) {
    return file.endsWith("bin/java") || file.toString().endsWith(".so");
  }

  private static List<String> run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (var output = process.inputReader(StandardCharsets.UTF_8)) {
      return output.lines().toList();
    }
  }
}
