package dev.goldenrod.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.server.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests this build's image on the Java runtime that runs the build. */
@Tag("rooted")
class ImageIT {
  private static final Path JAR = Path.of("..", "server", "target", "goldenrod.jar");
  private static final Path BILL = Path.of("target", "bom.json");

  /**
   * Mounts what a container runtime mounts, and a volume with the mode that Kubernetes gives an
   * emptyDir in a pod with an fsGroup. Then becomes the image's user.
   */
  private static final String CONTAINER =
      """
      root=$1; shift
      of_image=$PATH
      PATH=/usr/sbin:/usr/bin:/sbin:/bin
      chroot=$(command -v chroot)
      mkdir -p "$root/proc" "$root/dev" "$root/var/lib/goldenrod"
      mount --rbind /proc "$root/proc" && mount --rbind /dev "$root/dev" &&
      mount -t tmpfs -o mode=2777 volume "$root/var/lib/goldenrod" &&
      PATH=$of_image exec "$chroot" --userspec=10001:10001 "$root" "$@"
      """;

  @TempDir private Path folder;

  @Test
  void the_server_starts_from_the_image_s_root_file_system() throws Exception {
    Path file = folder.resolve("image.tar");
    make(file);
    Archive image = Archive.unpack(file, folder.resolve("unpacked"));

    Process server = start(image);
    try (BufferedReader output = server.inputReader()) {
      String listening = lineThatBegins("goldenrod listening on ", output);
      URI health =
          URI.create(listening.replaceFirst(".*http://[^:]*", "http://127.0.0.1") + "/health");

      assertThat(
              HttpClient.newHttpClient()
                  .send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                  .body())
          .contains("\"status\":\"ok\"");
    } finally {
      server.destroy();
      server.waitFor();
    }
  }

  @Test
  void the_bill_of_materials_names_what_is_in_the_jar_and_nothing_that_only_makes_images()
      throws Exception {
    assertThat(Files.readString(BILL))
        .contains("\"CycloneDX\"", "pkg:maven/io.javalin/javalin@", "pkg:maven/dev.goldenrod/")
        .doesNotContain("pkg:maven/com.google.cloud.tools/");
  }

  private static String lineThatBegins(String text, BufferedReader output) throws IOException {
    List<String> said = new ArrayList<>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(text)) {
        return line;
      }
      said.add(line);
    }
    throw new AssertionError("the server ended: " + said);
  }

  private void make(Path file) {
    ImageContents contents = new ImageContents(JAR, BILL, ImageContents.labels("0.1.0", ""));
    ImageCommand command =
        new ImageCommand(new PrintStream(System.out), contents, folder.resolve("cache"));
    int code =
        Main.commandLine(Map.of(), new CommandLine(command))
            .execute(
                "image",
                "--tar",
                file.toString(),
                "--base",
                "scratch",
                "--jre",
                System.getProperty("java.home"));
    assertThat(code).isZero();
  }

  private static Process start(Archive image) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--mount",
                "/bin/sh",
                "-c",
                CONTAINER,
                "/bin/sh",
                image.rootFileSystem().toString()));
    command.addAll(image.command());
    command.addAll(
        List.of("--port", "0", "--data-dir", "/var/lib/goldenrod/data", "--data-plane", "none"));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("KUBERNETES_SERVICE_HOST", "10.96.0.1");
    image
        .configuration()
        .get("config")
        .get("Env")
        .forEach(
            variable -> {
              String[] parts = variable.asText().split("=", 2);
              builder.environment().put(parts[0], parts[1]);
            });
    return builder.start();
  }
}
