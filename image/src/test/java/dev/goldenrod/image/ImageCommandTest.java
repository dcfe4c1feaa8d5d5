package dev.goldenrod.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.server.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ImageCommandTest {
  private static final String REVISION = "0123456789abcdef0123456789abcdef01234567";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();

  private static final String MODULES =
      "java.logging java.management java.naming java.net.http java.sql jdk.crypto.ec jdk.net jdk.unsupported";

  @TempDir private Path folder;

  /** Creates a minimal runtime, which the command only inspects and never runs. */
  @BeforeEach
  void a_runtime_and_a_jar() throws IOException {
    Files.createDirectories(folder.resolve("java/bin"));
    Files.copy(Path.of("/bin/sh").toRealPath(), folder.resolve("java/bin/java"));
    writeModules("java.base " + MODULES);
    Files.createDirectories(folder.resolve("java/jmods"));
    Files.writeString(folder.resolve("java/jmods/java.base.jmod"), "for those who build");
    Files.writeString(folder.resolve("goldenrod.jar"), "the jar");
    Files.writeString(folder.resolve("bom.json"), "{}");
  }

  @Test
  void an_archive_tells_what_is_in_it() throws Exception {
    assertThat(image("--tar", archive(), "--base", "scratch", "--jre", java())).isZero();

    Archive image = Archive.unpack(Path.of(archive()), folder.resolve("unpacked"));
    JsonNode configuration = image.configuration().get("config");
    assertThat(image.name()).matches("goldenrod:[0-9.]+");
    assertThat(configuration.get("User").asText()).isEqualTo("10001:10001");
    assertThat(configuration.get("ExposedPorts").has("7878/tcp")).isTrue();
    assertThat(configuration.get("Labels").get("org.opencontainers.image.revision").asText())
        .isEqualTo(REVISION);
    assertThat(image.rootFileSystem().resolve("opt/goldenrod/goldenrod.jar")).hasContent("the jar");
    assertThat(
            image
                .rootFileSystem()
                .resolve("./" + configuration.get("Labels").get("dev.goldenrod.sbom").asText()))
        .hasContent("{}");
    assertThat(out.toString()).startsWith(archive() + ": goldenrod:").contains(", sha256:");
  }

  @Test
  void a_runtime_brings_the_libraries_it_needs_and_nothing_to_build_with() throws Exception {
    image("--tar", archive(), "--base", "scratch", "--jre", java());

    Path root = Archive.unpack(Path.of(archive()), folder.resolve("unpacked")).rootFileSystem();
    try (Stream<Path> files = Files.walk(root)) {
      assertThat(files.filter(Files::isRegularFile).map(file -> root.relativize(file).toString()))
          .anyMatch(file -> file.matches("lib.*/libc\\.so\\.6"))
          .contains("opt/java/bin/java")
          .noneMatch(file -> file.contains("jmod"));
    }
    assertThat(root.resolve("opt/java/bin/java")).isExecutable();
    assertThat(root.resolve("tmp")).isDirectory();
  }

  @Test
  void the_same_image_is_made_twice() throws Exception {
    image("--tar", archive(), "--base", "scratch", "--jre", java());
    image("--tar", archive(), "--base", "scratch", "--jre", java());

    assertThat(out.toString().lines().distinct()).hasSize(1);
  }

  @Test
  void an_archive_of_another_image_is_a_base() throws Exception {
    String base = folder.resolve("base.tar").toString();
    image("--tar", base, "--base", "scratch", "--jre", java());

    assertThat(image("--tar", archive(), "--base", base, "--name", "mine:2")).isZero();

    Archive made = Archive.unpack(Path.of(archive()), folder.resolve("unpacked"));
    assertThat(made.name()).isEqualTo("mine:2");
    assertThat(made.rootFileSystem().resolve("opt/java/bin/java")).isExecutable();
  }

  @Test
  void a_registry_gets_one_name_for_all_machines() throws Exception {
    try (LocalRegistry registry = new LocalRegistry(folder)) {
      String both = "--platform=linux/amd64 --platform=linux/arm64 --insecure-registry";
      String base = registry.image("java:17");
      push(base, both + " --base scratch --jre " + java());

      push(registry.image("goldenrod:1"), "--insecure-registry --base " + base);

      JsonNode index = new ObjectMapper().readTree(registry.manifest("1"));
      assertThat(index.get("manifests"))
          .extracting(manifest -> manifest.get("platform").get("architecture").asText())
          .containsExactly("amd64", "arm64");
      for (JsonNode manifest : index.get("manifests")) {
        JsonNode image =
            new ObjectMapper().readTree(registry.manifest(manifest.get("digest").asText()));
        JsonNode configuration =
            new ObjectMapper().readTree(registry.blob(image.get("config").get("digest").asText()));
        assertThat(configuration.get("architecture"))
            .isEqualTo(manifest.get("platform").get("architecture"));
        assertThat(configuration.get("config").get("User").asText()).isEqualTo("10001:10001");
      }
      assertThat(out.toString().lines().reduce((first, last) -> last).orElseThrow())
          .matches("localhost:\\d+/goldenrod:1@sha256:\\w+: linux/amd64, linux/arm64");
    }
  }

  @Test
  void the_dockerfile_makes_the_same() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("..", "Dockerfile"));

    assertThat(lines)
        .contains(
            "ENTRYPOINT "
                + new ObjectMapper()
                    .writeValueAsString(ImageContents.ENTRYPOINT)
                    .replace(",", ", "),
            "CMD "
                + new ObjectMapper().writeValueAsString(ImageContents.ARGUMENTS).replace(",", ", "),
            "USER " + ImageContents.USER,
            "EXPOSE " + ImageContents.PORT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--tar a.tar --push b:1 | mutually exclusive",
        "--name a:1 | --tar",
        "--tar a.tar --base scratch | --base scratch has no Java; pass a Java runtime with --jre DIR",
        "--tar a.tar --jre /opt | --jre needs --base scratch",
        "--tar a.tar --base scratch --jre /nowhere | --jre '/nowhere' has no bin/java",
        "--tar a.tar --base gone.tar | --base 'gone.tar' is not a file",
        "--tar a.tar --base b --platform arm64 | --platform 'arm64' must have the form OS/MACHINE",
        "--tar a.tar --base b --platform a/b --platform c/d | an archive has one platform",
        "--tar a.tar --base UPPER:case | 'UPPER:case' is not an image name",
      })
  void what_does_not_fit_is_refused_with_the_way_out(String arguments, String said) {
    assertThat(image(arguments.split(" "))).isEqualTo(2);
    assertThat(err.toString()).contains(said).doesNotContain("\tat ");
  }

  @Test
  void a_base_that_cannot_be_pulled_is_named_with_the_way_out() throws Exception {
    try (LocalRegistry registry = new LocalRegistry(folder)) {
      String base = registry.image("gone:1");

      assertThat(image("--tar", archive(), "--base", base, "--insecure-registry")).isEqualTo(2);
      assertThat(err.toString()).contains(base, "--base").doesNotContain("\tat ");
    }
  }

  @Test
  void a_runtime_that_lacks_a_module_is_refused() throws Exception {
    writeModules(MODULES.replace("jdk.net ", ""));

    assertThat(image("--tar", archive(), "--base", "scratch", "--jre", java())).isEqualTo(2);

    assertThat(err.toString())
        .contains("--jre '" + java() + "' lacks the module jdk.net; jlink adds them");
  }

  private void writeModules(String modules) throws IOException {
    Files.writeString(
        folder.resolve("java/release"), "JAVA_VERSION=\"17\"\nMODULES=\"" + modules + "\"\n");
  }

  @Test
  void a_bill_that_was_not_built_is_named() throws Exception {
    Files.delete(folder.resolve("bom.json"));

    assertThat(image("--tar", archive(), "--base", "scratch", "--jre", java())).isEqualTo(2);

    assertThat(err.toString())
        .contains("there is no file " + folder.resolve("bom.json") + "; build the project again")
        .doesNotContain("--base");
  }

  private void push(String name, String arguments) {
    String[] words = ("--push " + name + " " + arguments).split(" ");
    assertThat(image(words)).as(() -> err.toString()).isZero();
  }

  private int image(String... arguments) {
    ImageContents contents =
        new ImageContents(
            folder.resolve("goldenrod.jar"),
            folder.resolve("bom.json"),
            ImageContents.labels("0.1.0", REVISION));
    ImageCommand command =
        new ImageCommand(new PrintStream(out, true), contents, folder.resolve("cache"));
    return Main.commandLine(Map.of(), new CommandLine(command))
        .setErr(new PrintWriter(err, true))
        .execute(Stream.concat(Stream.of("image"), Stream.of(arguments)).toArray(String[]::new));
  }

  private String archive() {
    return folder.resolve("image.tar").toString();
  }

  private String java() {
    return folder.resolve("java").toString();
  }
}
