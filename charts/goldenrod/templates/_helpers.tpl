{{- define "goldenrod.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "goldenrod.labels" -}}
app.kubernetes.io/name: goldenrod
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/part-of: goldenrod
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "goldenrod.serverLabels" -}}
{{ include "goldenrod.labels" . }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "goldenrod.selector" -}}
app.kubernetes.io/name: goldenrod
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "goldenrod.testLabels" -}}
app.kubernetes.io/component: test
{{- end -}}

{{- define "goldenrod.storeWaitSeconds" -}}
{{- $wait := .Values.config.GOLDENROD_STORE_WAIT | default "60s" | toString -}}
{{- $seconds := 0 -}}
{{- range $unit, $length := dict "d" 86400 "h" 3600 "m" 60 "s" 1 -}}
{{- $count := regexFind (printf "[0-9]+%s" $unit) $wait | trimSuffix $unit | default "0" | int -}}
{{- $seconds = add $seconds (mul $count $length) -}}
{{- end -}}
{{- $seconds -}}
{{- end -}}

{{- define "goldenrod.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}
{{- end -}}
