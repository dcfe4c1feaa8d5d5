/**
 * Databases as objects of a cluster, with their endpoints, resources, certificates and schemas.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0020-images-that-data-stays-with.md
 *   <li>docs/decisions/0030-what-a-running-database-is-given.md
 *   <li>docs/decisions/0033-what-nobody-deletes-by-hand.md
 * </ul>
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.database;

import org.jspecify.annotations.NullMarked;
