/**
 * An operator's additions to Goldenrod's pods and Services.
 *
 * <p>Decided in: docs/decisions/0028-templates-add-and-never-change.md
 */
@org.jspecify.annotations.NullMarked
package dev.goldenrod.dataplane.k8s.template;
