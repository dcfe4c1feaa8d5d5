package dev.goldenrod.dataplane.k8s.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.yaml.snakeyaml.Yaml;

/** An expected manifest in YAML, among the tests' resources. */
final class ManifestFile {
  private ManifestFile() {}

  /** Asserts that the object equals the file, in the form in which it is sent to the cluster. */
  static void requireSame(String name, KubernetesObject object) {
    String sent =
        object instanceof DynamicKubernetesObject dynamic
            ? dynamic.getRaw().toString()
            : SparseJson.of(object).toString();
    assertThat(new Yaml().<Object>load(sent)).isEqualTo(new Yaml().<Object>load(text(name)));
  }

  private static String text(String name) {
    String path = "/manifests/" + name + ".yaml";
    try (InputStream file = ManifestFile.class.getResourceAsStream(path)) {
      return new String(Objects.requireNonNull(file, path).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
