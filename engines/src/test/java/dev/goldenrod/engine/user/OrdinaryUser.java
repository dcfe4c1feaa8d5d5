package dev.goldenrod.engine.user;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A temporary Linux user without root, as whom tests run in a separate JVM. {@link #close} removes
 * the user and its home directory. Creating it needs root.
 */
public final class OrdinaryUser implements AutoCloseable {
  /** A directory on disk, because volumes in a memory file system are of another kind. */
  private static final Path HOMES = Path.of("/var/tmp");

  public record Ended(boolean passed, String said) {}

  private final String name;
  private final Path home;

  private OrdinaryUser(String name) {
    this.name = name;
    this.home = HOMES.resolve(name);
  }

  /** Returns whether this process runs as root on Linux. Other users need no ordinary user. */
  public static boolean canBeMade() {
    return System.getProperty("user.name").equals("root")
        && System.getProperty("os.name").equals("Linux");
  }

  /** Creates the user, who can read copies of the class path but no files of root. */
  public static OrdinaryUser make() throws IOException {
    OrdinaryUser user = new OrdinaryUser("goldenrod-t" + ProcessHandle.current().pid());
    run(List.of("useradd", "-U", "-m", "-d", user.home.toString(), user.name));
    try {
      Files.createDirectory(user.home.resolve("classes"));
      for (Path entry : classPath()) {
        user.give(entry, copyOf(entry).toString());
      }
      return user;
    } catch (IOException | RuntimeException e) {
      user.close();
      throw e;
    }
  }

  /** Returns the user's directory for files of tests, on the disk of the system. */
  public Path home() {
    return home;
  }

  /** Copies a file or directory to a path in the user's home. */
  public void give(Path original, String path) throws IOException {
    Path copy = home.resolve(path);
    Files.createDirectories(copy.getParent());
    run(List.of("cp", "-aT", original.toString(), copy.toString()));
    run(List.of("chown", "-R", name + ":", copy.toString()));
  }

  /** Changes the owner of a directory, which may be on another disk. */
  public void own(Path directory) throws IOException {
    run(List.of("chown", name + ":", directory.toString()));
  }

  /**
   * Runs test classes in the folder {@code module} of the home. A run without tests, or with a
   * skipped test, has not passed.
   *
   * @param temporary a directory of the user's for temporary files
   * @param log receives the log output
   */
  public Ended runTests(
      Path temporary, Path log, Map<String, String> properties, List<String> classes)
      throws IOException {
    List<String> line = new ArrayList<>(as(name));
    line.addAll(List.of("env", "-i", "HOME=" + home, "USER=" + name, "LANG=C.UTF-8"));
    line.add("PATH=" + System.getenv("PATH"));
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.add("-Djava.io.tmpdir=" + temporary);
    properties.forEach((key, value) -> line.add("-D" + key + "=" + value));
    line.addAll(List.of("-cp", copies(), TestRun.class.getName()));
    line.addAll(classes);
    Files.createDirectories(home.resolve("module"));
    own(home.resolve("module"));
    Files.createDirectories(log.toAbsolutePath().getParent());
    return ended(
        new ProcessBuilder(line)
            .directory(home.resolve("module").toFile())
            .redirectError(log.toFile()));
  }

  /** Kills all processes of the user, in case a failed test left some. */
  @Override
  public void close() throws IOException {
    List<String> killing = new ArrayList<>(as(name));
    killing.addAll(List.of("sh", "-c", "kill -9 -- -1"));
    // Kills itself too. Killed processes remain the user's until the system has reaped them.
    ended(new ProcessBuilder(killing).redirectErrorStream(true));
    run(List.of("userdel", "-f", name));
    run(List.of("rm", "-rf", home.toString()));
  }

  private static List<String> as(String user) {
    return List.of("setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--");
  }

  private String copies() {
    return classPath().stream()
        .map(entry -> home.resolve(copyOf(entry)).toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Keeps the file's name, which a program may search for; the folder makes it unique. */
  private static Path copyOf(Path entry) {
    String folder = Integer.toString(classPath().indexOf(entry));
    return Path.of("classes", folder, entry.getFileName().toString());
  }

  private static List<Path> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(Files::exists)
        .toList();
  }

  private static void run(List<String> command) throws IOException {
    Ended ended = ended(new ProcessBuilder(command).redirectErrorStream(true));
    if (!ended.passed()) {
      throw new IOException(String.join(" ", command) + " failed: " + ended.said());
    }
  }

  private static Ended ended(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new Ended(process.waitFor() == 0, said);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while running " + builder.command().get(0), e);
    }
  }
}
