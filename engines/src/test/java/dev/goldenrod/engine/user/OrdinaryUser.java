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
 * A user of this machine without root, with a home of its own, for whom tests run in a Java machine
 * of their own. Gone after {@link #close}, with all that is in its home. Takes root on Linux.
 */
public final class OrdinaryUser implements AutoCloseable {
  /** On a disk: what lies in memory alone has other kinds of volumes. */
  private static final Path HOMES = Path.of("/var/tmp");

  /** How a test run ended, and all it said. */
  public record Ended(boolean passed, String said) {}

  private final String name;
  private final Path home;

  private OrdinaryUser(String name) {
    this.name = name;
    this.home = HOMES.resolve(name);
  }

  /** Whether this is root, who can make such a user; everybody else is one already. */
  public static boolean canBeMade() {
    return System.getProperty("user.name").equals("root")
        && System.getProperty("os.name").equals("Linux");
  }

  /** Makes the user, who can read copies of what is on the class path, and nothing of root's. */
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

  /** A folder of the user's for what tests make, on the disk that the system is on. */
  public Path home() {
    return home;
  }

  /** Gives the user a copy of the file or directory, at that path in its home. */
  public void give(Path original, String path) throws IOException {
    Path copy = home.resolve(path);
    Files.createDirectories(copy.getParent());
    run(List.of("cp", "-aT", original.toString(), copy.toString()));
    run(List.of("chown", "-R", name + ":", copy.toString()));
  }

  /** Gives the user the directory itself, as one on another disk. */
  public void own(Path directory) throws IOException {
    run(List.of("chown", name + ":", directory.toString()));
  }

  /**
   * Runs the classes' tests in the folder {@code module} of the home; a run of no test, or with one
   * that was skipped, has not passed.
   *
   * @param temporary where they keep what they make; a directory of the user's
   * @param log gets what they log
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

  /** Ends all that the user still runs, which is what a test that failed left behind. */
  @Override
  public void close() throws IOException {
    List<String> killing = new ArrayList<>(as(name));
    killing.addAll(List.of("sh", "-c", "kill -9 -- -1"));
    // It kills itself too; what it killed is the user's until the system has taken note.
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

  /** Under its own name, by which a program may look for a library; several can have the same. */
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
