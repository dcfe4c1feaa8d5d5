package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredKind;
import dev.goldenrod.instance.Ttl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The chart's custom resource definitions agree with the server. */
class DefinitionsTest {
  private static final Path FOLDER = Path.of("..", "charts", "goldenrod", "crds");

  @ParameterizedTest
  @EnumSource(DeclaredKind.class)
  void the_version_is_the_one_that_the_server_reads(DeclaredKind kind) throws IOException {
    assertThat(kind.apiVersion())
        .isEqualTo("goldenrod.dev/" + version(kind).get("name").getAsString());
  }

  @Test
  void versions_are_those_of_the_engines() throws IOException {
    String rules =
        specOf(DeclaredKind.DATABASE).getAsJsonArray("x-kubernetes-validations").toString();

    assertThat(rules)
        .contains("self.engine == 'postgresql' ? self.version in " + releases("postgresql"))
        .contains("self.engine == 'mysql' ? self.version in " + releases("mysql"))
        .contains(": self.version in " + releases("mongodb"));
  }

  private static String releases(String type) {
    return Engines.of(type).releases().stream()
        .map(release -> "'" + release + "'")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  @Test
  void resources_are_those_of_the_api_and_the_same_as_quantities() throws IOException {
    assertThat(allowed("memory"))
        .containsExactlyInAnyOrderElementsOf(
            withQuantities(Stream.of(Memory.values()).map(Memory::wireName).toList()));
    assertThat(allowed("storage"))
        .containsExactlyInAnyOrderElementsOf(
            withQuantities(Stream.of(Storage.values()).map(Storage::wireName).toList()));
    assertThat(allowed("cpu"))
        .containsAll(Stream.of(Cpu.values()).map(Cpu::wireName).toList())
        .contains("500m");
  }

  private static List<String> withQuantities(List<String> words) {
    return words.stream()
        .flatMap(word -> Stream.of(word, word.replace("m", "Mi").replace("g", "Gi")))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"8h", "1h30m", "7d", "1d2h3m4s", "8760h", "90m"})
  void a_ttl_that_the_server_takes_has_the_definition_s_form(String ttl) throws IOException {
    assertThat(Ttl.parse(ttl).duration()).isPositive();
    assertThat(ttl).matches(ttl().get("pattern").getAsString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"8", "h", "30m1h", "-8h", "1.5h", "1000000000s", "8 h"})
  void a_ttl_of_another_form_is_refused_by_both(String ttl) throws IOException {
    assertThat(Ttl.parseDuration(ttl)).isEmpty();
    assertThat(ttl).doesNotMatch(ttl().get("pattern").getAsString());
  }

  @Test
  void the_bounds_of_a_ttl_are_the_server_s() throws IOException {
    assertThat(ttl().getAsJsonArray("x-kubernetes-validations").toString())
        .contains("seconds > 0 && seconds <= " + Ttl.MAX.toSeconds());
  }

  private static JsonObject ttl() throws IOException {
    return field(DeclaredKind.CLONE, "ttl");
  }

  private static List<String> allowed(String field) throws IOException {
    JsonArray values = field(DeclaredKind.DATABASE, field).getAsJsonArray("enum");
    return values.asList().stream().map(JsonElement::getAsString).toList();
  }

  private static JsonObject field(DeclaredKind kind, String name) throws IOException {
    return specOf(kind).getAsJsonObject("properties").getAsJsonObject(name);
  }

  private static JsonObject specOf(DeclaredKind kind) throws IOException {
    return version(kind)
        .getAsJsonObject("schema")
        .getAsJsonObject("openAPIV3Schema")
        .getAsJsonObject("properties")
        .getAsJsonObject("spec");
  }

  private static JsonObject version(DeclaredKind kind) throws IOException {
    String text = Files.readString(FOLDER.resolve(kind.kind().definition() + ".yaml"));
    Object definition = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
    JsonArray versions =
        new Gson()
            .toJsonTree(definition)
            .getAsJsonObject()
            .getAsJsonObject("spec")
            .getAsJsonArray("versions");
    assertThat(versions).hasSize(1);
    return versions.get(0).getAsJsonObject();
  }
}
