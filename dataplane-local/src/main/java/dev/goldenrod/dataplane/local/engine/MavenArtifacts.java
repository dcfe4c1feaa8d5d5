package dev.goldenrod.dataplane.local.engine;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Downloads artifacts with the user's Maven and its settings. */
final class MavenArtifacts {
  private static final String COPY =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";
  private static final Pattern PROGRESS = Pattern.compile("Progress \\([0-9]+\\): (.*)");
  private static final Pattern ERROR = Pattern.compile(".*ERROR[^ ]* (Failed to execute .*)");
  private static final Pattern STYLE = Pattern.compile("\033\\[[0-9;]*m");

  private MavenArtifacts() {}

  static boolean areReachable() {
    return Tool.tryRun("mvn", "--version").succeeded();
  }

  /**
   * @param coordinates {@code group:artifact:version[:type[:classifier]]}; the version may be a
   *     range, of which the highest is used
   * @param progress called with the progress of downloads
   */
  static Path fetch(String coordinates, Path folder, Consumer<String> progress) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("pom.xml"), project(coordinates.split(":")));
    Deque<String> errors = new ArrayDeque<>();
    int exitCode =
        Tool.follow(
            folder,
            List.of("mvn", COPY, "-DoutputDirectory=" + folder.resolve("artifact")),
            line -> read(STYLE.matcher(line).replaceAll(""), progress, errors));
    if (exitCode != 0) {
      throw new DataPlaneException(
          "Maven cannot fetch %s: %s; specify a file with --from instead"
              .formatted(coordinates, errors.isEmpty() ? "exit code " + exitCode : errors.peek()));
    }
    try (Stream<Path> files = Files.list(folder.resolve("artifact"))) {
      return files.findFirst().orElseThrow();
    }
  }

  private static void read(String line, Consumer<String> progress, Deque<String> errors) {
    Matcher downloaded = PROGRESS.matcher(line);
    Matcher error = ERROR.matcher(line);
    if (downloaded.matches()) {
      progress.accept(downloaded.group(1));
    } else if (error.matches()) {
      errors.add(error.group(1));
    }
  }

  private static String project(String[] coordinates) {
    return """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>dev.goldenrod</groupId>
          <artifactId>engine</artifactId>
          <version>1</version>
          <dependencies>
            <dependency>
              <groupId>%s</groupId>
              <artifactId>%s</artifactId>
              <version>%s</version>
              <type>%s</type>
              <classifier>%s</classifier>
              <exclusions>
                <exclusion>
                  <groupId>*</groupId>
                  <artifactId>*</artifactId>
                </exclusion>
              </exclusions>
            </dependency>
          </dependencies>
        </project>
        """
        .formatted(
            coordinates[0],
            coordinates[1],
            coordinates[2],
            coordinates.length > 3 ? coordinates[3] : "jar",
            coordinates.length > 4 ? coordinates[4] : "");
  }
}
