package dev.goldenrod.junit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Another process that launches clones of a golden and creates the golden if necessary. */
final class OtherBuild implements AutoCloseable {
  static final Path FOLDER = Path.of("target", "goldenrod");
  static final Duration END = Duration.ofSeconds(3);

  private final Process process;
  private final BufferedReader said;

  private OtherBuild(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Starts a process that appends a line to {@code made} when it creates the golden. */
  static OtherBuild start(String golden, Path made, int clones) throws IOException {
    return new OtherBuild(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                OtherBuild.class.getName(),
                golden,
                made.toString(),
                Integer.toString(clones))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** Waits for the JDBC URL of the next clone. */
  String jdbcUrl() throws IOException {
    String line = said.readLine();
    if (line == null) {
      throw new IOException("the other build ended");
    }
    return line;
  }

  /** Kills the process, so that it cannot deregister from the server. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  public static void main(String[] arguments) throws IOException {
    Path made = Path.of(arguments[1]);
    Recipe recipe =
        new Recipe().script("db/script.sql").initializer(arguments[0], database -> append(made));
    Golden golden = new Golden(arguments[0], recipe);
    List<CloneLease> clones = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
      clones.add(
          BackgroundServer.of(FOLDER, END).launch(golden, CloneServer.WARM, CloneSize.SMALL));
      System.out.println(clones.get(i).as(String.class));
    }
    // Waits until the process is killed.
    if (System.in.read() < 0) {
      clones.forEach(CloneLease::close);
    }
  }

  private static void append(Path made) {
    try {
      Files.writeString(made, "made\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
