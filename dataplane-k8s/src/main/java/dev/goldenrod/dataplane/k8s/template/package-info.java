/**
 * What an operator wants Goldenrod's pods and Services to have beside what Goldenrod needs.
 *
 * <p>Decided in: docs/decisions/0028-templates-add-and-never-change.md
 */
@org.jspecify.annotations.NullMarked
package dev.goldenrod.dataplane.k8s.template;
