/**
 * Certificates of the servers of a namespace's databases. Where they and their authority are is in
 * docs/decisions/0042-certificates-in-secrets.md.
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.tls;

import org.jspecify.annotations.NullMarked;
