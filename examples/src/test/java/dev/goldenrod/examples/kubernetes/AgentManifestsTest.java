package dev.goldenrod.examples.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.server.EnvironmentDefaults;
import dev.goldenrod.server.cli.Main;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1PodSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Checks the agents of {@code examples/agent}. */
class AgentManifestsTest {
  private static final Path FOLDER = Path.of("agent");
  private static final Path WITHOUT_SERVER =
      FOLDER.resolve("kubernetes").resolve(Manifest.KUSTOMIZATION);

  private static List<Manifest> agents() {
    return Manifest.all(FOLDER).stream().filter(one -> one.pods().isPresent()).toList();
  }

  @Test
  void there_is_one_for_each_data_plane() {
    assertThat(Manifest.all(FOLDER))
        .map(Manifest::object)
        .filteredOn(V1ConfigMap.class::isInstance)
        .extracting(map -> ((V1ConfigMap) map).getData().get("GOLDENROD_DATA_PLANE"))
        .containsExactly("kubernetes", "local");
    assertThat(agents()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("agents")
  void an_agent_passes_the_restricted_standard_and_writes_to_volumes_alone(Manifest agent) {
    V1PodSpec pod = agent.pods().orElseThrow();

    assertThat(RestrictedPods.violations(pod)).isEmpty();
    assertThat(container(pod).getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container(pod).getResources().getLimits()).containsKey("memory");
  }

  @ParameterizedTest
  @MethodSource("agents")
  void its_token_is_a_file_of_a_secret_that_no_manifest_holds(Manifest agent) {
    V1PodSpec pod = agent.pods().orElseThrow();
    String file =
        container(pod).getEnv().stream()
            .filter(variable -> variable.getName().equals("GOLDENROD_AGENT_TOKEN_FILE"))
            .map(V1EnvVar::getValue)
            .findAny()
            .orElseThrow();

    assertThat(container(pod).getVolumeMounts())
        .filteredOn(mount -> mount.getName().equals("token"))
        .singleElement()
        .satisfies(mount -> assertThat(file).isEqualTo(mount.getMountPath() + "/token"));
    assertThat(pod.getVolumes())
        .filteredOn(volume -> volume.getName().equals("token"))
        .singleElement()
        .satisfies(
            volume -> assertThat(volume.getSecret().getSecretName()).isEqualTo("goldenrod-agent"));
    assertThat(Manifest.all(FOLDER))
        .extracting(manifest -> manifest.object().getKind())
        .doesNotContain("Secret");
  }

  @Test
  void every_variable_is_an_option_of_the_agent() {
    CommandLine agent = Main.commandLine(Map.of()).getSubcommands().get("agent");
    EnvironmentDefaults defaults = EnvironmentDefaults.ofAll(Map.of());
    List<String> known =
        agent.getCommandSpec().options().stream()
            .map(defaults::variableOf)
            .flatMap(Optional::stream)
            .toList();

    assertThat(known).containsAll(variables());
  }

  @Test
  void the_agent_of_pods_is_the_base_without_its_server() {
    Set<String> deleted = new TreeSet<>(patches().map(AgentManifestsTest::name).toList());
    Set<String> base =
        new TreeSet<>(
            Manifest.all(Manifest.FOLDER.resolve("base")).stream()
                .map(manifest -> name(manifest.text()))
                .toList());

    assertThat(patches()).allMatch(patch -> patch.get("$patch").getAsString().equals("delete"));
    assertThat(base).containsAll(deleted);
    base.removeAll(deleted);
    assertThat(base)
        .noneMatch(name -> name.startsWith("Deployment") || name.startsWith("Service "))
        .contains("Role goldenrod", "NetworkPolicy nothing-else", "ServiceAccount goldenrod");
  }

  @Test
  void the_images_run_the_same_jar_as_the_same_user() throws IOException {
    List<String> server = Files.readAllLines(Path.of("..", "Dockerfile"));
    List<String> agent = Files.readAllLines(FOLDER.resolve("Dockerfile"));

    assertThat(agent).containsAll(server.stream().filter(line -> line.startsWith("COPY")).toList());
    assertThat(agent).containsAll(server.stream().filter(line -> line.startsWith("USER")).toList());
    assertThat(agent).contains("CMD [\"agent\"]");
  }

  private static List<String> variables() {
    Stream<String> inMaps =
        Manifest.all(FOLDER).stream()
            .map(Manifest::object)
            .filter(V1ConfigMap.class::isInstance)
            .flatMap(map -> ((V1ConfigMap) map).getData().keySet().stream());
    Stream<String> inPods =
        agents().stream()
            .flatMap(agent -> container(agent.pods().orElseThrow()).getEnv().stream())
            .map(V1EnvVar::getName);
    return Stream.concat(inMaps, inPods).toList();
  }

  private static Stream<JsonObject> patches() {
    return Manifest.documents(WITHOUT_SERVER)
        .flatMap(document -> document.getAsJsonArray("patches").asList().stream())
        .flatMap(patch -> Manifest.documents(patch.getAsJsonObject().get("patch").getAsString()));
  }

  private static String name(JsonObject object) {
    return object.get("kind").getAsString()
        + " "
        + object.getAsJsonObject("metadata").get("name").getAsString();
  }

  private static V1Container container(V1PodSpec pod) {
    assertThat(pod.getContainers()).hasSize(1);
    return pod.getContainers().get(0);
  }
}
