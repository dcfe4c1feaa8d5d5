/**
 * Certificates of the servers of a namespace's databases.
 *
 * <p>Decided in: docs/decisions/0042-certificates-in-secrets.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.tls;

import org.jspecify.annotations.NullMarked;
