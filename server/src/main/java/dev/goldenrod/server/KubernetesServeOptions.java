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
          "Kubeconfig file for the cluster (the service account of the pod that this process runs"
              + " in, else the file that kubectl uses).")
  String kubeconfig = "";

  @Option(
      names = "--kube-context",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Context of the kubeconfig (its current context).")
  String context = "";

  @Option(
      names = "--kube-namespace",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Namespace of all databases, imports and Secrets of sources (goldenrod).")
  String namespace = "";

  @Option(
      names = "--kube-storage-class",
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "StorageClass of volumes, whose driver must support snapshots (the default" + " class).")
  String storageClass = "";

  @Option(
      names = "--kube-snapshot-class",
      paramLabel = "NAME",
      defaultValue = "",
      description = "VolumeSnapshotClass of volume snapshots (a class of the volumes' driver).")
  String snapshotClass = "";

  @Option(
      names = "--kube-service-type",
      paramLabel = "TYPE",
      defaultValue = "",
      description =
          "Type of the databases' Services: ClusterIP, NodePort or LoadBalancer (ClusterIP,"
              + " reachable only inside the cluster).")
  String serviceType = "";

  @Option(
      names = "--kube-node-host",
      paramLabel = "HOST",
      defaultValue = "",
      description = "Host name in the endpoints of NodePort Services (the address of a node).")
  String nodeHost = "";

  @Option(
      names = "--kube-registry",
      paramLabel = "PREFIX",
      defaultValue = "",
      description = "Prefix of image names, for example registry.example/mirror (none).")
  String registry = "";

  @Option(
      names = "--kube-image",
      paramLabel = "TYPE:RELEASE=IMAGE",
      description =
          "Image in place of the official one, for example postgresql:15=team/postgres:15.4; can be"
              + " given several times.")
  List<String> images = List.of();

  @Option(
      names = "--kube-pull-secret",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Secret of the namespace with the credentials for pulling images (none).")
  String pullSecret = "";

  @Option(
      names = "--kube-import-limit",
      paramLabel = "GIB",
      defaultValue = "",
      description = "Size in GiB that an imported database must be smaller than (4096).")
  String importLimit = "";

  @Option(
      names = "--kube-pod-template",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "File with fields to add to pods: metadata and spec as in a Deployment's template, with"
              + " tolerations, affinity, priorityClassName, annotations and so on.")
  String podTemplate = "";

  @Option(
      names = "--kube-service-template",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "File with fields to add to the Services of databases: metadata and spec, with"
              + " annotations, loadBalancerClass, loadBalancerSourceRanges and so on.")
  String serviceTemplate = "";

  @Option(
      names = "--kube-tls-secret",
      paramLabel = "NAME",
      defaultValue = "",
      description =
          "Secret of the namespace with the databases' certificate for --database-tls cert, of type"
              + " kubernetes.io/tls as created by cert-manager; read again when it changes.")
  String tlsSecret = "";

  @Option(
      names = "--kube-user",
      paramLabel = "USER",
      defaultValue = "",
      description =
          "User id of pods: 999, or namespace for the id that the namespace assigns, as on"
              + " OpenShift (999).")
  String user = "";

  @Option(
      names = "--kube-disruption-budget",
      paramLabel = "WHICH",
      defaultValue = "",
      description =
          "Databases that block the drain of their node: none, or databases for all except"
              + " temporary clones (none).")
  String disruptionBudget = "";

  @Option(
      names = "--kube-resources",
      paramLabel = "NAMESPACE=MEMBER",
      description =
          "Namespace whose Clones and Databases are reconciled, and the email address of the member"
              + " on whose behalf; * in the namespace matches any characters, and the first"
              + " match applies; can be given several times.")
  List<String> resources = List.of();
}
