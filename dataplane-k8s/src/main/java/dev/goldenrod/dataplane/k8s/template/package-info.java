/** What an operator wants Goldenrod's pods and Services to have beside what Goldenrod needs. */
@org.jspecify.annotations.NullMarked
package dev.goldenrod.dataplane.k8s.template;
