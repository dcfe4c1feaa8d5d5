package dev.goldenrod.examples.kubernetes;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Renders the chart with Helm. */
final class Chart {
  static final Path FOLDER = Path.of("..", "charts", "goldenrod");

  /** A lookup of an object. The Helm library would perform it in this machine's cluster. */
  private static final Pattern LOOKUP =
      Pattern.compile("lookup \"v1\" \"(\\w+)\" \\S+ (\\([^)]*\\)|[^\\s()]+)");

  private static final String FOUND =
      "get (include \"test.cluster\" \\$ | fromYaml) (printf \"$1 %s\" $2) | default dict";

  /** A copy of the chart whose lookups find nothing, as in {@code helm template}. */
  private static final Path WITHOUT_CLUSTER = withoutCluster();

  private Chart() {}

  static LintResult lint() {
    return new Helm(FOLDER).lint().strict().call();
  }

  /**
   * Renders the chart as {@code helm template} does, for a release {@code goldenrod} in the
   * namespace {@code goldenrod-system}; throws if Helm rejects the settings.
   */
  static List<JsonObject> rendered(String... settings) {
    return rendered(WITHOUT_CLUSTER, settings);
  }

  static List<JsonObject> renderedAs(String release) {
    return rendered(release, WITHOUT_CLUSTER);
  }

  /**
   * Renders the only pod of {@code helm test}, from a copy of the chart in {@code folder} in which
   * it is not a hook, because the library omits hooks.
   */
  static JsonObject test(Path folder, String... settings) throws IOException {
    copy(WITHOUT_CLUSTER, folder, text -> text.replace("helm.sh/hook", "example.com/hook"));
    return only("Pod", rendered(folder, settings));
  }

  /**
   * Renders a copy of the chart in {@code folder} whose lookups find the objects.
   *
   * @param objects YAML of each object, by kind and name, as in {@code Namespace shop}
   */
  static List<JsonObject> renderedBeside(
      Path folder, Map<String, String> objects, String... settings) throws IOException {
    copyBeside(folder, objects);
    return rendered(folder, settings);
  }

  private static Path withoutCluster() {
    try {
      Path folder = Files.createTempDirectory(Path.of("target"), "chart-");
      copyBeside(folder, Map.of());
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copyBeside(Path folder, Map<String, String> objects) throws IOException {
    StringBuilder cluster = new StringBuilder("{{- define \"test.cluster\" -}}\n");
    objects.forEach((name, object) -> cluster.append("\"%s\": %s\n".formatted(name, object)));
    copy(FOLDER, folder, text -> LOOKUP.matcher(text).replaceAll(FOUND));
    Files.writeString(
        folder.resolve("templates").resolve("_cluster.tpl"), cluster + "{{- end -}}\n");
  }

  private static void copy(Path from, Path to, UnaryOperator<String> change) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, change.apply(Files.readString(file)));
      }
    }
  }

  private static List<JsonObject> rendered(Path folder, String... settings) {
    return rendered("goldenrod", folder, settings);
  }

  private static List<JsonObject> rendered(String release, Path folder, String... settings) {
    TemplateCommand command =
        new Helm(folder)
            .template()
            .withName(release)
            .withNamespace("goldenrod-system")
            .withKubeVersion("1.30.0");
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      command.set(parts[0], parts[1]);
    }
    return Manifest.documents(command.call()).toList();
  }

  /** Returns the variables that the value {@code config} accepts. */
  static List<String> configurable() throws IOException {
    String schema = Files.readString(FOLDER.resolve("values.schema.json"));
    return JsonParser.parseString(schema)
        .getAsJsonObject()
        .getAsJsonObject("properties")
        .getAsJsonObject("config")
        .getAsJsonObject("propertyNames")
        .getAsJsonArray("enum")
        .asList()
        .stream()
        .map(JsonElement::getAsString)
        .toList();
  }

  static JsonObject only(String kind, List<JsonObject> objects) {
    List<JsonObject> found =
        objects.stream().filter(object -> object.get("kind").getAsString().equals(kind)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " objects of kind " + kind + " in " + objects);
    }
    return found.get(0);
  }

  static V1PodSpec pod(String... settings) {
    List<JsonObject> objects = rendered(settings);
    Manifest deployment = Manifest.of(FOLDER, only("Deployment", objects));
    return ((V1Deployment) deployment.object()).getSpec().getTemplate().getSpec();
  }
}
