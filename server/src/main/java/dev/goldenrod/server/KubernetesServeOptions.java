package dev.goldenrod.server;

import java.util.List;
import picocli.CommandLine.Option;

/** Options of {@code serve} for the data plane on Kubernetes; an empty option uses the default. */
final class KubernetesServeOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "File that tells how to reach the cluster; the service account of the pod that this runs in,"
              + " else what kubectl takes, if left out.")
  String kubeconfig = "";

  @Option(
      names = "--kube-context",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Context of the kubeconfig; its current one if left out.")
  String context = "";

  @Option(
      names = "--kube-namespace",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Namespace of all databases, imports and sources' Secrets (goldenrod).")
  String namespace = "";

  @Option(
      names = "--kube-storage-class",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Class of volumes; the default class whose driver takes snapshots if left out.")
  String storageClass = "";

  @Option(
      names = "--kube-snapshot-class",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Class of volume snapshots; one of the volumes' driver if left out.")
  String snapshotClass = "";

  @Option(
      names = "--kube-service-type",
      paramLabel = "TYPE",
      defaultValue = "",
      description =
          "How databases are reached: ClusterIP, NodePort or LoadBalancer (ClusterIP, from inside the"
              + " cluster alone).")
  String serviceType = "";

  @Option(
      names = "--kube-node-host",
      paramLabel = "HOST",
      defaultValue = "",
      description =
          "Host name in the endpoints of type NodePort; an address of a node if left out.")
  String nodeHost = "";

  @Option(
      names = "--kube-registry",
      paramLabel = "PREFIX",
      defaultValue = "",
      description =
          "What images' names begin with, as in registry.example/mirror; nothing if left out.")
  String registry = "";

  @Option(
      names = "--kube-image",
      paramLabel = "TYPE:RELEASE=IMAGE",
      description =
          "Image in place of the official one, as in postgresql:15=team/postgres:15.4; can be given"
              + " several times.")
  List<String> images = List.of();

  @Option(
      names = "--kube-pull-secret",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Secret of the namespace that images are pulled with; none if left out.")
  String pullSecret = "";

  @Option(
      names = "--kube-import-limit",
      paramLabel = "GIB",
      defaultValue = "",
      description = "GiB that an imported database has less than (4096).")
  String importLimit = "";

  @Option(
      names = "--kube-pod-template",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "What pods have beside what Goldenrod needs: metadata and spec as in a Deployment's template,"
              + " with tolerations, affinity, priorityClassName, annotations and the like.")
  String podTemplate = "";

  @Option(
      names = "--kube-service-template",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "What databases' Services have beside what Goldenrod needs: metadata and spec, with"
              + " annotations, loadBalancerClass, loadBalancerSourceRanges and the like.")
  String serviceTemplate = "";

  @Option(
      names = "--kube-tls-secret",
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "Secret of the namespace with the databases' certificate for --database-tls cert, of the"
              + " type kubernetes.io/tls as cert-manager makes it; read again when it changes.")
  String tlsSecret = "";

  @Option(
      names = "--kube-user",
      paramLabel = "USER",
      defaultValue = "",
      description =
          "User that pods run as: 999, or namespace for the one that the namespace assigns, as"
              + " OpenShift's do (999).")
  String user = "";

  @Option(
      names = "--kube-disruption-budget",
      paramLabel = "WHICH",
      defaultValue = "",
      description =
          "What no drain of a node may end: none, or databases for those that are no clones for a"
              + " time (none).")
  String disruptionBudget = "";

  @Option(
      names = "--kube-resources",
      paramLabel = "NAMESPACE=MEMBER",
      description =
          "Namespace whose Clones and Databases are brought about, and the address of the member as"
              + " whom they act; * in it stands for any characters, the first that fits counts; can be"
              + " given several times.")
  List<String> resources = List.of();
}
