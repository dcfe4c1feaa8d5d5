package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.dataplane.k8s.client.DeclaredApi;
import dev.goldenrod.dataplane.k8s.client.DeclaredApi.DeclaredKind;
import dev.goldenrod.dataplane.k8s.options.NamespaceMembers;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A check that the cluster has the kinds and permissions that declared objects need. */
record DeclaredCheck(DeclaredApi api) {
  private static final Logger LOG = LoggerFactory.getLogger(DeclaredCheck.class);
  private static final String TRIAL = "goldenrod-permission-check";

  /**
   * Checks the cluster. A missing namespace, or one where Secrets may not be created, is only
   * logged, because the others work without it.
   *
   * @throws DataPlaneException if the cluster does not know the kinds, or forbids listing them
   */
  void require(NamespaceMembers members) {
    for (DeclaredKind kind : DeclaredKind.values()) {
      require(kind);
    }
    members.rules().stream()
        .filter(NamespaceMembers.Rule::isExact)
        .forEach(rule -> warnOf(rule.namespace()));
  }

  private void require(DeclaredKind kind) {
    try {
      api.requireKnown(kind);
    } catch (DataPlaneUnreachableException away) {
      throw away;
    } catch (DataPlaneException refused) {
      throw new DataPlaneException(
          "--kube-resources: %s; type: kubectl apply --server-side --force-conflicts -f charts/goldenrod/crds -f examples/kubernetes/declarative/permissions.yaml"
              .formatted(refused.getMessage()),
          refused);
    }
  }

  private void warnOf(String namespace) {
    try {
      api.secrets(namespace).get(TRIAL);
      api.secrets(namespace)
          .requireAcceptable(new V1Secret().metadata(new V1ObjectMeta().name(TRIAL)));
    } catch (DataPlaneUnreachableException away) {
      throw away;
    } catch (DataPlaneException refused) {
      LOG.warn(
          "--kube-resources: credentials of Clones and Databases in namespace {} cannot be stored there: {}; type: kubectl create role goldenrod-credentials -n {} --verb=get,create,patch --resource=secrets; kubectl create rolebinding goldenrod-credentials -n {} --role=goldenrod-credentials --serviceaccount=goldenrod-system:goldenrod",
          namespace,
          refused.getMessage(),
          namespace,
          namespace);
    }
  }
}
