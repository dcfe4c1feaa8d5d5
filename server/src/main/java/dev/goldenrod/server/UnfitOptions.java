package dev.goldenrod.server;

import java.util.LinkedHashMap;
import java.util.Map;

/** Refuses options of a data plane that the server does not have. */
final class UnfitOptions {
  private static final ServeOptions DEFAULTS = new ServeOptions();

  private UnfitOptions() {}

  /**
   * Checks that every option that was given means something for the data plane that was chosen.
   *
   * @throws UsageException when one does not, with its name
   */
  static void refuse(ServeOptions options, Environment environment) {
    refuse(DataPlaneKind.LOCAL, options.dataPlane, local(options, environment));
    refuse(DataPlaneKind.KUBERNETES, options.dataPlane, kubernetes(options, environment));
  }

  private static void refuse(
      DataPlaneKind fitting, DataPlaneKind chosen, Map<String, Boolean> given) {
    if (fitting == chosen) {
      return;
    }
    given.forEach(
        (option, isGiven) -> {
          if (isGiven) {
            throw new UsageException(
                "%s is for --data-plane %s, which is %s; leave it and %s out"
                    .formatted(option, fitting, chosen, EnvironmentDefaults.variable(option)));
          }
        });
  }

  private static Map<String, Boolean> local(ServeOptions options, Environment environment) {
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--listen", !options.listen.equals(DEFAULTS.listen));
    given.put("--advertise-host", !options.advertiseHost.isEmpty());
    given.put("--volumes", !options.volumes.isEmpty());
    given.put("--postgres-home", !options.postgresHome.isEmpty());
    given.put("--engine-user", !options.engineUser.isEmpty());
    given.put("--engine-uids", !options.engineUids.equals(DEFAULTS.engineUids));
    given.put(
        "--import-root", !options.importRoots.isEmpty() || isSet("--import-root", environment));
    return given;
  }

  private static Map<String, Boolean> kubernetes(ServeOptions options, Environment environment) {
    KubernetesServeOptions kubernetes = options.kubernetes;
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--kubeconfig", !kubernetes.kubeconfig.isEmpty());
    given.put("--kube-context", !kubernetes.context.isEmpty());
    given.put("--kube-namespace", !kubernetes.namespace.isEmpty());
    given.put("--kube-storage-class", !kubernetes.storageClass.isEmpty());
    given.put("--kube-snapshot-class", !kubernetes.snapshotClass.isEmpty());
    given.put("--kube-service-type", !kubernetes.serviceType.isEmpty());
    given.put("--kube-node-host", !kubernetes.nodeHost.isEmpty());
    given.put("--kube-registry", !kubernetes.registry.isEmpty());
    given.put("--kube-image", !kubernetes.images.isEmpty() || isSet("--kube-image", environment));
    given.put("--kube-pull-secret", !kubernetes.pullSecret.isEmpty());
    given.put("--kube-import-limit", !kubernetes.importLimit.isEmpty());
    given.put("--kube-pod-template", !kubernetes.podTemplate.isEmpty());
    given.put("--kube-service-template", !kubernetes.serviceTemplate.isEmpty());
    given.put("--kube-user", !kubernetes.user.isEmpty());
    given.put("--kube-disruption-budget", !kubernetes.disruptionBudget.isEmpty());
    given.put(
        "--kube-resources",
        !kubernetes.resources.isEmpty() || isSet("--kube-resources", environment));
    return given;
  }

  private static boolean isSet(String option, Environment environment) {
    return environment.find(EnvironmentDefaults.variable(option)).isPresent();
  }
}
