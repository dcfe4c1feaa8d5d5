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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The chart, as Helm itself sees it. */
final class Chart {
  static final Path FOLDER = Path.of("..", "charts", "goldenrod");

  private static final String HOOK = "helm.sh/hook";

  private Chart() {}

  static LintResult lint() {
    return new Helm(FOLDER).lint().strict().call();
  }

  /**
   * What {@code helm template} makes of it for a release {@code goldenrod} in the namespace {@code
   * goldenrod-system}.
   *
   * @param settings as for {@code --set}, each {@code key=value}
   * @throws IllegalStateException when Helm refuses them
   */
  static List<JsonObject> rendered(String... settings) {
    return rendered(FOLDER, settings);
  }

  /**
   * The only pod of {@code helm test}.
   *
   * @param folder for a copy of the chart in which the pod is no hook: the library leaves hooks out
   */
  static JsonObject test(Path folder, String... settings) throws IOException {
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = folder.resolve(FOLDER.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, Files.readString(file).replace(HOOK, "example.com/hook"));
      }
    }
    return only("Pod", rendered(folder, settings));
  }

  private static List<JsonObject> rendered(Path folder, String... settings) {
    TemplateCommand command =
        new Helm(folder)
            .template()
            .withName("goldenrod")
            .withNamespace("goldenrod-system")
            .withKubeVersion("1.30.0");
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      command.set(parts[0], parts[1]);
    }
    return Manifest.documents(command.call()).toList();
  }

  /** The variables that the value {@code config} takes. */
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

  /** The only object of that kind. */
  static JsonObject only(String kind, List<JsonObject> objects) {
    List<JsonObject> found =
        objects.stream().filter(object -> object.get("kind").getAsString().equals(kind)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " objects of kind " + kind + " in " + objects);
    }
    return found.get(0);
  }

  /** The server's pod with those values. */
  static V1PodSpec pod(String... settings) {
    List<JsonObject> objects = rendered(settings);
    Manifest deployment = Manifest.of(FOLDER, only("Deployment", objects));
    return ((V1Deployment) deployment.object()).getSpec().getTemplate().getSpec();
  }
}
