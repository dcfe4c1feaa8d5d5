package dev.goldenrod.dataplane.k8s.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.traffic.ApiCall;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("simulated")
class FaultsTest {
  private SimulatedCluster cluster;
  private CoreV1Api core;

  @BeforeEach
  void start() {
    cluster = SimulatedCluster.start();
    core = new CoreV1Api(cluster.client());
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void so_many_calls_fail_as_were_asked_to() throws ApiException {
    cluster.faults().fail(1, "list", "secrets", 429);

    ApiException busy = refusal();

    assertThat(busy.getCode()).isEqualTo(429);
    assertThat(busy.getResponseHeaders().get("retry-after")).containsExactly("1");
    assertThat(core.listNamespacedSecret("default").execute().getItems()).isEmpty();
  }

  @Test
  void what_is_forbidden_is_named() {
    cluster.faults().forbid("list", "secrets");

    assertThat(refusal().getResponseBody())
        .contains("cannot list resource \\\"secrets\\\" in API group \\\"\\\" in the namespace");
  }

  @Test
  void an_expired_token_is_refused() {
    cluster.tokens().expire(cluster.token());

    assertThat(refusal().getCode()).isEqualTo(401);
  }

  @Test
  void a_dropped_connection_has_no_answer() {
    cluster.faults().drop(Integer.MAX_VALUE, "list", "secrets");

    assertThat(refusal().getCode()).isZero();
  }

  @Test
  void what_was_asked_for_is_done_though_its_answer_is_lost() {
    cluster.faults().loseAnswer(Integer.MAX_VALUE, "create", "configmaps");
    V1ConfigMap map = new V1ConfigMap().metadata(new V1ObjectMeta().name("done"));

    ApiException lost =
        catchThrowableOfType(
            ApiException.class, () -> core.createNamespacedConfigMap("default", map).execute());

    assertThat(lost.getCode()).isZero();
    assertThat(cluster.objects().find(ResourceType.CONFIG_MAP, "default", "done")).isPresent();
  }

  private ApiException refusal() {
    return catchThrowableOfType(
        ApiException.class, () -> core.listNamespacedSecret("default").execute());
  }

  @Test
  void an_informer_sees_every_change_though_watches_break_and_history_is_forgotten() {
    SharedInformerFactory factory = new SharedInformerFactory(cluster.client());
    GenericKubernetesApi<V1ConfigMap, V1ConfigMapList> api =
        new GenericKubernetesApi<>(
            V1ConfigMap.class, V1ConfigMapList.class, "", "v1", "configmaps", cluster.client());
    SharedIndexInformer<V1ConfigMap> informer =
        factory.sharedIndexInformerFor(api, V1ConfigMap.class, 0, "default");
    factory.startAllRegisteredInformers();
    try {
      expect(informer, "before");
      cluster.objects().store().compact();
      cluster.dropWatches();
      expect(informer, "after");
    } finally {
      factory.stopAllRegisteredInformers();
    }
  }

  private void expect(SharedIndexInformer<V1ConfigMap> informer, String name) {
    cluster
        .objects()
        .create(ResourceType.CONFIG_MAP, "default", Tree.of("metadata", Tree.of("name", name)));
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> informer.getIndexer().getByKey("default/" + name) != null);
  }

  @Test
  void each_call_is_noted_in_the_words_of_a_role() throws ApiException {
    core.listNamespacedSecret("default").execute();

    assertThat(cluster.calls().all())
        .containsExactly(new ApiCall("list", ResourceType.SECRET, "", "default", ""));
  }
}
