package dev.goldenrod.examples.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests values that the chart rejects because of objects in the cluster. */
class ChartInClusterTest {
  private static final String KUBE_SYSTEM = "Namespace kube-system";
  private static final String THERE = "{metadata: {}}";

  @TempDir private Path folder;

  @Test
  void an_upgrade_that_moves_the_databases_namespace_is_refused() {
    Map<String, String> installed =
        Map.of("ConfigMap goldenrod", "{data: {GOLDENROD_KUBE_NAMESPACE: shop}}");

    assertThatThrownBy(() -> Chart.renderedBeside(folder, installed, "databases.namespace=other"))
        .hasMessageContaining("databases.namespace cannot be changed from shop to other");
  }

  @Test
  void an_upgrade_that_keeps_the_databases_namespace_goes_on() throws IOException {
    Map<String, String> installed =
        Map.of("ConfigMap goldenrod", "{data: {GOLDENROD_KUBE_NAMESPACE: shop}}");

    assertThat(Chart.renderedBeside(folder, installed, "databases.namespace=shop")).isNotEmpty();
  }

  @Test
  void a_declared_namespace_that_is_not_there_is_refused_before_anything_is_made() {
    assertThatThrownBy(
            () -> Chart.renderedBeside(folder, Map.of(KUBE_SYSTEM, THERE), declared("previews")))
        .hasMessageContaining("declared.namespaces: there is no namespace previews");
  }

  @Test
  void declared_namespaces_that_are_there_and_patterns_are_accepted() throws IOException {
    Map<String, String> cluster = Map.of(KUBE_SYSTEM, THERE, "Namespace previews", THERE);

    assertThat(Chart.renderedBeside(folder, cluster, declared("previews"))).isNotEmpty();
    assertThat(Chart.renderedBeside(folder, cluster, declared("pr-*"))).isNotEmpty();
  }

  @Test
  void a_namespace_of_databases_that_neither_is_there_nor_is_to_be_made_is_refused() {
    assertThatThrownBy(
            () ->
                Chart.renderedBeside(
                    folder, Map.of(KUBE_SYSTEM, THERE), "databases.createNamespace=false"))
        .hasMessageContaining("there is no namespace goldenrod");
  }

  @Test
  void a_release_whose_name_no_service_can_have_is_refused_before_anything_is_made() {
    assertThatThrownBy(() -> Chart.renderedAs("my.release"))
        .hasMessageContaining("the release name is used as the name of a Service")
        .hasMessageContaining("my.release");
    assertThatThrownBy(() -> Chart.renderedAs("1st")).hasMessageContaining("1st");
    assertThat(Chart.renderedAs("second")).isNotEmpty();
  }

  private static String[] declared(String namespace) {
    return new String[] {
      "declared.namespaces[0].namespace=" + namespace,
      "declared.namespaces[0].member=ci@example.com"
    };
  }
}
