package dev.goldenrod.server;

import dev.goldenrod.dataplane.k8s.template.PodTemplate;
import dev.goldenrod.dataplane.k8s.template.ServiceTemplate;
import dev.goldenrod.dataplane.k8s.template.Templates;
import java.nio.file.Path;
import java.util.function.Function;

/** Reads the operator's templates for pods and Services. */
final class KubernetesTemplates {
  private static final String OWN_USER = "999";
  private static final String ASSIGNED_USER = "namespace";

  private KubernetesTemplates() {}

  /** Reads the templates; throws {@link UsageException} if one is invalid. */
  static Templates of(KubernetesServeOptions options) {
    return new Templates(
        options.podTemplate.isEmpty()
            ? PodTemplate.none()
            : read("--kube-pod-template", options.podTemplate, PodTemplate::read),
        options.serviceTemplate.isEmpty()
            ? ServiceTemplate.none()
            : read("--kube-service-template", options.serviceTemplate, ServiceTemplate::read),
        isOwnUser(options.user));
  }

  private static <T> T read(String option, String file, Function<Path, T> reader) {
    try {
      return reader.apply(Path.of(file));
    } catch (IllegalArgumentException e) {
      throw new UsageException("%s %s: %s".formatted(option, file, e.getMessage()), e);
    }
  }

  private static boolean isOwnUser(String given) {
    if (given.isEmpty() || given.equals(OWN_USER)) {
      return true;
    }
    if (given.equals(ASSIGNED_USER)) {
      return false;
    }
    throw new UsageException("--kube-user '%s' must be 999 or namespace".formatted(given));
  }
}
