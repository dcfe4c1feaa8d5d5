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

/** Another process with a clone of a golden, which it makes when it is not there. */
final class OtherBuild implements AutoCloseable {
  static final Path FOLDER = Path.of("target", "goldenrod");
  static final Duration END = Duration.ofSeconds(3);

  private final Process process;
  private final BufferedReader said;

  private OtherBuild(Process process) {
    this.process = process;
    this.said = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts it.
   *
   * @param golden its name
   * @param made gets a line whenever the golden is made
   * @param clones how many it takes
   */
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

  /** The JDBC URL of its clone, once it has it. */
  String jdbcUrl() throws IOException {
    String line = said.readLine();
    if (line == null) {
      throw new IOException("the other build ended");
    }
    return line;
  }

  /** Kills it, so that it cannot say goodbye to its server. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** What the other process does. */
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
    // Until it is killed.
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
