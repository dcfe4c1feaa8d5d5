package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.PatchUtils;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people do to the Secret of a database is noticed, and put right or told of. */
@Timeout(600)
@Tag("simulated")
class SimulatedSecretsTest {
  private static final String NAMESPACE = "secrets";

  @TempDir Path folder;
  private final DatabaseSpec spec =
      DatabaseSpec.of(
          UUID.randomUUID(), new Origin.Blank("postgresql", "15"), new Resources(512, 0, 0));
  private SimulatedCluster cluster;
  private KubernetesDataPlane plane;

  @BeforeEach
  void start_a_database() throws IOException {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
    plane =
        KubernetesDataPlane.open(
            KubernetesOptions.builder()
                .kubeconfig(kubeconfig)
                .namespace(NAMESPACE)
                .serviceType(ServiceType.NODE_PORT)
                .build());
    awaitReady();
  }

  @AfterEach
  void stop() {
    plane.close();
    cluster.close();
  }

  @Test
  void what_people_write_into_it_is_made_right() throws ApiException, SQLException {
    Credentials before = login();
    KeptValue.write(before, "kept");

    patch(password(encoded("a password of their own")));
    awaitSeen(seen -> seen.state() != DatabaseState.READY);
    awaitReady();

    assertThat(login().password()).isEqualTo("a password of their own");
    assertThat(KeptValue.read(login())).isEqualTo("kept");
    assertThat(plane.databases().loginProblem(spec.id())).isEmpty();
  }

  @Test
  void what_people_take_out_of_it_is_told_until_it_is_back() throws ApiException, SQLException {
    Credentials before = login();

    patch(password("null"));
    awaitAsked(seen -> seen.message().contains("has no key 'password' any more"));

    patch(password(encoded(before.password())));
    awaitReady();
    assertThat(login()).isEqualTo(before);
    assertThat(KeptValue.read(before)).isEmpty();
  }

  private DatabaseObservation awaitReady() {
    return awaitAsked(seen -> seen.state() == DatabaseState.READY);
  }

  /** Asks for it again and again, as a control plane does. */
  private DatabaseObservation awaitAsked(Predicate<DatabaseObservation> wanted) {
    return await(
        () -> {
          DatabaseObservation seen = plane.databases().observe(spec.id());
          plane.databases().ensure(spec);
          return seen;
        },
        wanted);
  }

  private void awaitSeen(Predicate<DatabaseObservation> wanted) {
    await(() -> plane.databases().observe(spec.id()), wanted);
  }

  private static DatabaseObservation await(
      Callable<DatabaseObservation> observation, Predicate<DatabaseObservation> wanted) {
    return Awaitility.await()
        .pollInterval(Duration.ofMillis(50))
        .atMost(Duration.ofMinutes(3))
        .until(observation, wanted);
  }

  private Credentials login() {
    return plane.databases().credentials(spec.id()).orElseThrow();
  }

  private static String password(String value) {
    return "{\"data\": {\"password\": %s}}".formatted(value);
  }

  private static String encoded(String text) {
    return '"' + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + '"';
  }

  private void patch(String json) throws ApiException {
    CoreV1Api api = new CoreV1Api(cluster.client());
    PatchUtils.patch(
        V1Secret.class,
        () ->
            api.patchNamespacedSecret("db-" + spec.id(), NAMESPACE, new V1Patch(json))
                .buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
        api.getApiClient());
  }
}
